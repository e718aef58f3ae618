/**
 * Puts words into a field as if they were typed, so that Ctrl+Z takes them back. Where the focus would bring up a keyboard of the
 * screen, or the browser cannot do it, they are handed on without.
 */
export function typeWords(field: HTMLTextAreaElement | null, words: string, otherwise: (words: string) => void): void {
  const hasKeys = globalThis.matchMedia?.("(pointer: fine)").matches ?? false
  if (!field || !hasKeys || words === "") {
    otherwise(words)
    return
  }
  const before = document.activeElement
  field.focus({ preventScroll: true })
  field.select()
  const isTyped = document.execCommand("insertText", false, words)
  if (before instanceof HTMLElement && before !== document.body) before.focus({ preventScroll: true })
  if (!isTyped) otherwise(words)
}
