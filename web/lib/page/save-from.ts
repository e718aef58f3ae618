/** Has the browser save what an address of ours sends, while it arrives. */
export function saveFrom(address: string): void {
  const link = document.createElement("a")
  link.href = address
  link.download = ""
  link.click()
}
