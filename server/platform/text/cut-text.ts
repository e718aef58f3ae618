const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" })

/** @returns the end of a text in so many bytes of UTF-8 at most, beginning with a whole sign as people see it */
export function endOf(text: string, mostBytes: number): string {
  let bytes = 0
  let kept = ""
  for (const { segment } of [...graphemes.segment(text)].reverse()) {
    bytes += Buffer.byteLength(segment)
    if (bytes > mostBytes) break
    kept = segment + kept
  }
  return kept
}

/** @returns the beginning of a text in so many bytes of UTF-8 at most, ending with a whole sign as people see it */
export function startOf(text: string, mostBytes: number): string {
  let bytes = 0
  let kept = ""
  for (const { segment } of graphemes.segment(text)) {
    bytes += Buffer.byteLength(segment)
    if (bytes > mostBytes) break
    kept += segment
  }
  return kept
}
