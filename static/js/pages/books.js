/* /books: the public proof that no coin was lost or made. */
import { api } from "../api.js";
import { account } from "../api-account.js";
import { make } from "../dom.js";
import { BooksPage } from "../elements/books-page.js";

/** @param {HTMLElement} root */
export async function open(root) {
  const page = make(BooksPage);
  const load = () =>
    account.books().then(
      (books) => page.show(books, false),
      () => page.show(null, true),
    );
  page.addEventListener("again", load);
  page.show(null, false);
  root.append(page);
  await load();
  return { close: () => page.remove() };
}
