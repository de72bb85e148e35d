/* Has the server a newer page than this one? Asked where something failed that should not have: what an old page fetches
   late may no longer fit it. */

/** @param {string} mine the address of a file of this page, which carries its version */
export async function isOld(mine = import.meta.url) {
  const version = /\/v-(\w+)\//.exec(mine)?.[1];
  const found = await fetch("/", { method: "HEAD", cache: "no-store" }).catch(() => null);
  const theirs = found?.headers.get("etag");
  return Boolean(version && theirs && !theirs.includes(version));
}
