/** Moves the divider over two pictures to where its slider stands; the box around the slider takes the place from there. */
export function showSplit(slider: HTMLInputElement): void {
  // Through the style object, which the content policy allows; a style attribute in the page would be refused.
  slider.parentElement?.style.setProperty("--split", `${slider.value}%`)
}
