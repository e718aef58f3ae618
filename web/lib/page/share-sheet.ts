/**
 * Opens the device's share sheet; whoever closes it wants nothing said.
 * @throws what the browser says of anything else
 */
export async function openShareSheet(shared: ShareData): Promise<void> {
  await navigator.share(shared).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === "AbortError")) throw error
  })
}
