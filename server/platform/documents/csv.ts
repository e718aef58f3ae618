import { Readable } from "node:stream"
import type { FastifyReply } from "fastify"

/** A cell, quoted where needed. A text that a spreadsheet would take for a formula gets a mark in front; numbers are left alone. */
function cell(value: string | number): string {
  if (typeof value === "number") return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of a table for spreadsheets, with its end. */
export function csvLine(cells: readonly (string | number)[]): string {
  return `${cells.map(cell).join(",")}\r\n`
}

/** Sends a table for spreadsheets while it is read, so that its length costs no memory. @param name of the file */
export async function sendCsv(reply: FastifyReply, name: string, lines: AsyncIterable<string>): Promise<void> {
  reply.type("text/csv; charset=utf-8").header("content-disposition", `attachment; filename="${name}"`)
  await reply.send(Readable.from(lines, { objectMode: false }))
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
