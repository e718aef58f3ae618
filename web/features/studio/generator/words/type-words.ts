/**
 * Puts words into a field as if they were typed, so that Ctrl+Z takes them back. Where the focus would bring up a keyboard of the
 * screen, or the browser cannot do it, they are handed on without.
 */
export function typeWords(field: HTMLTextAreaElement | null, words: string, otherwise: (words: string) => void): void {
  // Whoever works by the keys alone may have no pointer at all.
  const isTouched = globalThis.matchMedia?.("(pointer: coarse)").matches ?? true
  const before = document.activeElement
  if (!isTouched) field?.focus({ preventScroll: true })
  // Under an open dialog it gets no focus.
  if (!field || document.activeElement !== field || words === "") {
    otherwise(words)
    return
  }
  field.select()
  const isTyped = document.execCommand("insertText", false, words)
  if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true })
  if (!isTyped) otherwise(words)
}
