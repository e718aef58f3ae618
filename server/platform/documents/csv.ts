import { Readable } from "node:stream"
import type { FastifyReply } from "fastify"
import { spacedNumber } from "#server/platform/text/phone-numbers.ts"

/**
 * Where a spreadsheet may see the beginning of a cell in a text: at its start, and after everything that some reader
 * parts cells or lines by, which quotes do not keep together for readers of other marks. Blanks are passed over up to the next such
 * mark only, so that the time grows with the text's length.
 */
const formulaStart = /(?<=^|[,;\t\r\n])(?=(?:(?![\t\r\n])[\s"'])*[=+\-@\uff0b\uff0d\uff1d\uff20])|^(?=[\t\r])/g

/** A quoted cell. A text that a spreadsheet would take for a formula gets a mark in front; numbers are left as they are. */
function cell(value: string | number): string {
  if (typeof value === "number") return `"${value}"`
  // With blanks it is text that keeps its sign; without them a spreadsheet makes a rounded number of it.
  const safe = /^\+\d{7,15}$/.test(value) ? spacedNumber(value) : value.replaceAll(formulaStart, "'")
  return `"${safe.replaceAll('"', '""')}"`
}

/** Marks that `cell` puts in front of what a spreadsheet would take for a formula. */
const formulaMark = /(?<=^|[,;\t\r\n])'(?=(?:(?![\t\r\n])[\s"'])*[=+\-@\uff0b\uff0d\uff1d\uff20])/g

/** A text as it was before it was written into a cell. */
export function unmarkFormulas(text: string): string {
  return text.replaceAll(formulaMark, "")
}

/** One line of a table for spreadsheets, with its end. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(",")}\r\n`
}

/** Sends a table for spreadsheets while it is read, so that its length costs no memory. @param name of the file */
export async function sendCsv(reply: FastifyReply, name: string, lines: AsyncIterable<string>): Promise<void> {
  reply.type("text/csv; charset=utf-8").header("content-disposition", `attachment; filename="${name}"`)
  await reply.send(Readable.from(marked(lines), { objectMode: false }))
}

/** Excel takes a file without this mark for one in the letters of its country. */
async function* marked(lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield "\ufeff"
  yield* lines
}

/**
 * The lines of a table that is read page by page.
 * @param read gets the last row of the page before, null at first
 */
export async function* csvPages<Row>(
  head: readonly string[],
  pageRows: number,
  read: (last: Row | null) => Promise<readonly Row[]>,
  cellsOf: (row: Row) => readonly (string | number)[],
): AsyncGenerator<string> {
  yield csvLine(head)
  yield* csvRows(pageRows, read, cellsOf)
}

/** The same without a head, for a table that is made of several lists. */
export async function* csvRows<Row>(
  pageRows: number,
  read: (last: Row | null) => Promise<readonly Row[]>,
  cellsOf: (row: Row) => readonly (string | number)[],
): AsyncGenerator<string> {
  for (let last: Row | null = null; ; ) {
    const rows: readonly Row[] = await read(last)
    yield rows.map((row) => csvLine(cellsOf(row))).join("")
    last = rows.at(-1) ?? null
    if (rows.length < pageRows) return
  }
}

/** Rows of one reading for a table. */
export const csvPageRows = 500
