/** Key in session storage that tells that a photo goes along from page to page. */
const markKey = "my-photo"

/** Whether a photo that goes along was chosen in this tab, so that what shows it is worth loading at once. */
export function hasMyPhoto(): boolean {
  return sessionStorage.getItem(markKey) !== null
}

/** Notes whether there is one. */
export function markMyPhoto(isThere: boolean): void {
  try {
    if (isThere) sessionStorage.setItem(markKey, "1")
    else sessionStorage.removeItem(markKey)
  } catch {
    // A full or forbidden storage only means that it is shown a moment later.
  }
}
