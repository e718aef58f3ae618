import { pictureKindOf, pictureKinds } from "#contract/hosted/picture-kinds.ts"
import { jpegSegments, startOfScan } from "./jpeg-segments.ts"

/** Whether this is a type of picture that we decode. */
export function isPicture(mimeType: string): boolean {
  return Object.hasOwn(pictureKinds, mimeType)
}

/** How much of a file's beginning tells its type, in bytes. */
const typeBytes = 4_096

/** The most that is kept of a JPEG, in bytes: enough for a thumbnail and words before the picture. */
const mostOfJpeg = 128 * 1024

/**
 * How much of a file is kept while it passes, in bytes: of a JPEG all that stands before its picture.
 * @param start its first bytes, as many as came at once
 */
export function headLength(start: Uint8Array): number {
  if (start[0] !== 0xff || start[1] !== 0xd8) return typeBytes
  return Math.min(Math.max(pictureStart(start) ?? mostOfJpeg, typeBytes), mostOfJpeg)
}

/** @returns where the picture of a JPEG begins, by the lengths of its segments; null when these bytes do not tell */
function pictureStart(jpeg: Uint8Array): number | null {
  for (const { marker, end } of jpegSegments(jpeg)) {
    if (marker === startOfScan) return end
    // A marker without a length, or one that fills up: whoever reads the file knows what it means.
    if (marker < 0xc0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd9)) return null
  }
  return null
}

/** What a file that is no picture begins with, and what it is then. Names of types as registered at IANA. */
const signatures: readonly [type: string, offset: number, bytes: string][] = [
  ["video/quicktime", 4, "ftypqt  "],
  ["audio/mp4", 4, "ftypM4A "],
  ["video/mp4", 4, "ftyp"],
  ["video/webm", 0, "\x1aE\xdf\xa3"],
  ["audio/mpeg", 0, "ID3"],
  ["audio/mpeg", 0, "\xff\xfb"],
  ["audio/ogg", 0, "OggS"],
  ["audio/flac", 0, "fLaC"],
  ["application/pdf", 0, "%PDF-"],
  ["application/gzip", 0, "\x1f\x8b"],
  ["application/zip", 0, "PK\x03\x04"],
]

const officeTypes: Readonly<Record<string, string>> = {
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pptx: "application/vnd.openxmlformats-officedocument.presentationml.presentation",
}

const textTypes: Readonly<Record<string, string>> = {
  csv: "text/csv",
  json: "application/json",
  css: "text/css",
  js: "text/javascript",
  md: "text/markdown",
}

/**
 * Finds out what a file is from its beginning; its name decides only among kinds that look alike.
 * @param extension in lower case, without the dot
 */
export function sniff(file: Uint8Array, extension: string): string {
  const head = Buffer.from(file.buffer, file.byteOffset, Math.min(file.byteLength, typeBytes))
  const start = head.subarray(0, 64).toString("latin1")
  const picture = pictureKindOf(head)
  if (picture !== null) return picture
  if (start.startsWith("RIFF") && start.slice(8, 12) === "WAVE") return "audio/wav"
  const found = signatures.find(([, offset, bytes]) => start.startsWith(bytes, offset))?.[0]
  if (found === "application/zip") return officeTypes[extension] ?? found
  if (found) return found
  const text = readText(head)
  if (text === null) return "application/octet-stream"
  if (/<svg[\s>]/i.test(text)) return "image/svg+xml"
  if (
    /^\s*(?:<!--|<!doctype html|<(?:html|head|body|script|iframe|style|title|a|div|p|table|br|h1|img)[\s>/])/i.test(
      text,
    )
  )
    return "text/html"
  if (/^\s*<\?xml/i.test(text)) return "application/xml"
  return textTypes[extension] ?? "text/plain"
}

/** Bytes below a blank that texts hold: tab, line ends, form feed, escape. */
const textControls = new Set([9, 10, 11, 12, 13, 27])

/** @returns null for what is no UTF-8 text; the last letter may be cut off */
function readText(head: Buffer): string | null {
  if (head.some((byte) => byte < 32 && !textControls.has(byte))) return null
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true })
  } catch {
    return null
  }
}

/** Types that browsers run or lay out; they never leave under their own name. */
const activeTypes = new Set(["text/html", "image/svg+xml", "application/xml", "text/css", "text/javascript"])

const inlineTypes =
  /^(?:image\/(?:jpeg|gif|png|webp|avif|heic|heif)|video\/|audio\/|application\/pdf$|application\/vnd\.openxml)/

/** @returns the content type under which a file is sent, and whether a browser may show it in its place */
export function servedAs(mimeType: string, use: "view" | "download"): { type: string; isInline: boolean } {
  const isActive = activeTypes.has(mimeType)
  const isNamed = use === "download" ? !isActive : inlineTypes.test(mimeType)
  return { type: isNamed ? mimeType : "text/plain; charset=utf-8", isInline: use === "view" && !isActive }
}
