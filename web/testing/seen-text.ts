/** The words of an element that eyes find: no styles are loaded here, so what hides is known by its class. */
export function seenText(element: Element): string {
  const copy = element.cloneNode(true) as Element
  for (const hidden of copy.querySelectorAll(".invisible, .opacity-0, .sr-only, [hidden]")) hidden.remove()
  return copy.textContent
}
