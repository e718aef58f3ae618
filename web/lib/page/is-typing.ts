/** Whether a key goes into something that is written in, and is no command to the page. */
export function isTyping({ target }: Event): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches("input:not([type=checkbox]), textarea, select")
}
