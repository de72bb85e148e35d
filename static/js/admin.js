/* The pages at /admin are light or dark as the reader wishes: their frame takes it from an attribute. */
const dark = matchMedia("(prefers-color-scheme: dark)");

function follow() {
  document.documentElement.dataset.bsTheme = dark.matches ? "dark" : "light";
}

dark.addEventListener("change", follow);
follow();
