/**
 * The address of one of our pictures as seen from this page: path and query on the page's own origin, whatever name the
 * server knows itself by. Nothing is fetched from another host.
 * @returns "" for anything that is not a web address
 */
export function picturePath(address: string): string {
  const url = URL.parse(address, "http://this.page")
  return url && /^https?:$/.test(url.protocol) ? `${url.pathname}${url.search}` : ""
}

/** The address of a smaller copy of one of our pictures. @param side its long side, in pixels */
export function previewPath(address: string, side: 320 | 640): string {
  const [path = "", query] = picturePath(address).split("?")
  return path === "" ? "" : `${path}/${side}${query ? `?${query}` : ""}`
}

/** The address of a small copy of an upload. @param address where it is seen whole @param width pixels */
export function uploadPreviewPath(address: string, width: number): string {
  return picturePath(address).replace("/view?", `/preview?width=${width}&output=webp&quality=80&`)
}

/** The address that saves one of our pictures as a file instead of showing it. */
export function downloadPath(address: string): string {
  const path = picturePath(address)
  return path === "" ? "" : `${path}${path.includes("?") ? "&" : "?"}download`
}
