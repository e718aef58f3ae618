import Papa from "papaparse"

/** Ways in which letters are written in a file. */
type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252"

const separators = [",", ";", "\t", "|"] as const

/** A table as it was read: lines of cells, and how the file was written. */
export interface ReadTable {
  encoding: Encoding
  separator: (typeof separators)[number]
  /** With their place in the file, as spreadsheets count: the first line is 1. Lines without anything are left out. */
  lines: readonly { row: number; cells: readonly string[] }[]
}

/** Why a file is no table. */
export type NoTable = { problem: string }

const excel = "This is an Excel workbook. Save it as CSV first: in Excel, “Save as”, “CSV UTF-8”."
const notText = "This is no table that can be read. Save it as CSV first."

/**
 * Reads a table for spreadsheets: with or without a mark at its beginning, in any of the usual encodings, its cells parted by
 * commas, semicolons, tabs or bars.
 * @param encoding null to find it out
 */
export function readTable(bytes: Uint8Array, encoding: Encoding | null, maxLines: number): ReadTable | NoTable {
  if (begins(bytes, [0x50, 0x4b]) || begins(bytes, [0xd0, 0xcf, 0x11, 0xe0])) return { problem: excel }
  const used = encoding ?? findEncoding(bytes)
  const text = new TextDecoder(used).decode(bytes).replace(/^\ufeff/, "")
  if (text.trim() === "") return { problem: "This file is empty." }
  if (text.includes("\u0000")) return { problem: notText }
  // Excel writes the separator of its country into a first line of its own.
  const told = /^sep=([,;\t|])\r?\n/i.exec(text)
  const { data, errors, meta } = Papa.parse<string[]>(told ? text.slice(told[0].length) : text, {
    delimiter: told?.[1] ?? "",
    delimitersToGuess: [...separators],
    preview: maxLines,
  })
  const broken = errors.find(({ type }) => type === "Quotes")
  if (broken) return { problem: `The quotes in row ${(broken.row ?? 0) + 1} do not end. Please check that row.` }
  const lines = data.flatMap((cells, place) => {
    const row = place + (told ? 2 : 1)
    return cells.some((cell) => cell.trim() !== "") ? [{ row, cells }] : []
  })
  const separator = separators.find((known) => known === meta.delimiter) ?? ","
  return { encoding: used, separator, lines }
}

function begins(bytes: Uint8Array, mark: readonly number[]): boolean {
  return mark.every((byte, place) => bytes[place] === byte)
}

/** Marks at the beginning tell; then what UTF-8 cannot be is of Windows, and zeros in every second place are UTF-16. */
function findEncoding(bytes: Uint8Array): Encoding {
  if (begins(bytes, [0xff, 0xfe])) return "utf-16le"
  if (begins(bytes, [0xfe, 0xff])) return "utf-16be"
  const start = bytes.subarray(0, 400)
  const zeros = [0, 1].map((odd) => start.filter((byte, place) => place % 2 === odd && byte === 0).length)
  const [even = 0, odd = 0] = zeros
  if (odd > start.length / 8 && even === 0) return "utf-16le"
  if (even > start.length / 8 && odd === 0) return "utf-16be"
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes)
    return "utf-8"
  } catch {
    return "windows-1252"
  }
}
