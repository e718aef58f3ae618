/**
 * The address of one of our pictures as seen from this page: path and query on the page's own origin, whatever name the
 * server knows itself by. Nothing is fetched from another host.
 * @returns "" for anything that is not a web address
 */
export function picturePath(address: string): string {
  const url = URL.parse(address, "http://this.page")
  return url && /^https?:$/.test(url.protocol) ? `${url.pathname}${url.search}` : ""
}

/** The address that saves one of our pictures as a file instead of showing it. */
export function downloadPath(address: string): string {
  const path = picturePath(address)
  return path === "" ? "" : `${path}${path.includes("?") ? "&" : "?"}download`
}
