const key = "training-url"

/** Remembers, in this tab, where the model that is drawn with next draws. Only a path of our own is taken. */
export function storeTrainingUrl(url: string): void {
  try {
    if (/^\/[^/]/.test(url)) sessionStorage.setItem(key, url)
  } catch {
    // Without storage the model is found by its trigger word.
  }
}

/** @returns the path that was stored in this tab, null when there is none */
export function readTrainingUrl(): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}
