/* Before the first paint: the theme that the reader chose, so that nothing flashes; and what is said when the page does not
   come whole. A classic script on purpose. */
try {
  const theme = JSON.parse(localStorage.getItem("sobremesa") ?? "{}").theme;
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  /* the system's theme serves */
}
addEventListener("error", ({ target }) => {
  if (target instanceof HTMLScriptElement) document.getElementById("half")?.toggleAttribute("hidden", false);
}, true);
