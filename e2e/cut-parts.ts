/** What stands over the window's side, or is wider than the box that shows it. Runs inside the page. */
export function findCutParts(): string[] {
  const width = document.documentElement.clientWidth
  const isLookedAt = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest(".sr-only, [popover], svg, picture, .overflow-x-auto, [role=progressbar] *") === null &&
    // A blurred placeholder is larger than its box, which cuts it.
    !element.matches("img[alt='']") &&
    getComputedStyle(element).position !== "fixed"
  const name = (element: Element): string =>
    `${element.tagName.toLowerCase()} “${(element.textContent ?? "").trim().slice(0, 40)}”`
  return [...document.querySelectorAll("body *")].filter(isLookedAt).flatMap((element) => {
    const { left, right, width: own } = element.getBoundingClientRect()
    if (own > 0 && (right > width + 1 || left < -1)) return [`${name(element)} reaches from ${left} to ${right}`]
    const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
    const isCut = hasText && element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
    return isCut ? [`${name(element)} is cut`] : []
  })
}
