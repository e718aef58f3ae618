/**
 * Opens the device's share sheet; whoever closes it wants nothing said.
 * @throws what the browser says of anything else
 */
export async function openShareSheet(shared: ShareData): Promise<void> {
  await navigator.share(shared).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error
  })
}

/** Hands a file to the device's share sheet, or saves it where there is none for files. */
export async function shareFile(file: File, title: string): Promise<void> {
  const shared = { files: [file], title }
  if ("canShare" in navigator && navigator.canShare(shared)) return openShareSheet(shared)
  saveFile(file)
}

/** Saves a file as the browser does with downloads. */
export function saveFile(file: File): void {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement("a"), { href: address, download: file.name })
  link.click()
  URL.revokeObjectURL(address)
}
