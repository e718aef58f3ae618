/**
 * The prompt box that stands on /app before the app's code has arrived (docs/decisions/005-prerender.md). What a person
 * does with it in the meantime is taken over by the app's own.
 */

/** Id of the box around it in the ready page (`scripts/prerender/write-pages.ts`). */
const prerenderedId = "ahead"

/** What a person has done before the app was there. */
export interface Started {
  words: string
  /** Where the writing mark stands; null when the person is elsewhere on the page. */
  selection: readonly [number, number] | null
  /** Whether the button was pressed. */
  isSent: boolean
}

/** Whether the page still shows it. */
export function hasAhead(): boolean {
  return document.getElementById(prerenderedId) !== null
}

/** Keeps what is sent before the app is there, so that no page is loaded twice for it. */
export function holdPrerendered(): void {
  const box = document.getElementById(prerenderedId)
  box?.addEventListener("submit", (event) => {
    event.preventDefault()
    box.dataset.sent = ""
    const button = box.querySelector("button[type=submit]")
    button?.setAttribute("aria-busy", "true")
  })
}

/**
 * Hands over the photo that was chosen on the ready page, or still is: whoever is among their photos while the app comes
 * chooses in a field that is gone by then. The words are taken over, and the page with them, after this.
 */
export function watchPrerenderedPhoto(onPhoto: (photo: File) => void): void {
  for (const field of document.querySelectorAll<HTMLInputElement>(`#${prerenderedId} input[type=file]`)) {
    const handOver = (): void => {
      const [photo] = field.files ?? []
      if (photo) onPhoto(photo)
    }
    handOver()
    field.addEventListener("change", handOver)
  }
}

/** Takes it off the page, with what was done in it; null when there is none. */
export function takePrerendered(): Started | null {
  const box = document.getElementById(prerenderedId)
  const field = box?.querySelector("textarea")
  if (!box || !field) return null
  const isFocused = document.activeElement === field
  const started: Started = {
    words: field.value,
    selection: isFocused ? [field.selectionStart, field.selectionEnd] : null,
    isSent: box.dataset.sent !== undefined,
  }
  box.remove()
  return started
}
