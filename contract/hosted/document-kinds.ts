import { documentEndings, mediaEndings } from "./files.ts"

/** What sounds and films begin with, which need no name to be known. */
const signatures: readonly [offset: number, bytes: string][] = [
  // MP3, MP4 with its sounds, WebM.
  [0, "ID3"],
  [4, "ftyp"],
  [0, "\x1aE\xdf\xa3"],
]

/** Whether a file is a PDF, whatever its name. @param start its first bytes */
export function isPdf(start: Uint8Array): boolean {
  return String.fromCharCode(...start.subarray(0, 5)) === "%PDF-"
}

/**
 * Whether a file is one of the documents, sounds and films that are taken: by what it begins with, whatever its name; texts,
 * tables and slides, which look alike inside, by their ending. Browser and server ask this
 * (docs/product-rules.md#kinds-of-pictures).
 * @param start first 16 bytes
 */
export function isDocument(name: string, start: Uint8Array): boolean {
  const ending = name.match(/\.([^.]{1,16})$/)?.[1]?.toLowerCase() ?? ""
  if ([...documentEndings, ...mediaEndings].some((known) => known === ending)) return true
  const text = String.fromCharCode(...start.subarray(0, 16))
  // Pictures of phones are in the same wrapping as films.
  if (/^ftyp(?:avi|hei|mif)/.test(text.slice(4))) return false
  return isPdf(start) || signatures.some(([offset, bytes]) => text.startsWith(bytes, offset))
}
