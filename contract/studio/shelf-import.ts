import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"

/** Largest table that is read in, in bytes, and the most rows and columns of one. */
export const maxTableBytes = 3_000_000
export const maxTableRows = 5_000
export const maxTableColumns = 60

/** Largest body of a call with a table, in bytes: its file is written as base64. */
export const tableBodyBytes = Math.ceil(maxTableBytes * 1.4)

/** What a column of a table may hold, and how people read it. */
export const importFields = {
  name: "Name",
  sku: "Your own number",
  priceNgn: "Price in naira",
  priceUsd: "Price in dollars",
  category: "Trade",
  condition: "Condition",
  stock: "Stock",
  text: "Text",
  notes: "Notes, only for you",
  isOnShelf: "In the shop: yes or no",
  option: "Option named by its title",
  optionName1: "Name of option 1",
  optionValues1: "Values of option 1",
  optionName2: "Name of option 2",
  optionValues2: "Values of option 2",
  optionName3: "Name of option 3",
  optionValues3: "Values of option 3",
  optionStock: "Stock of the options",
  id: "Number at Aworan",
} as const
export type ImportField = keyof typeof importFields

export const importFieldNames = Object.keys(importFields) as [ImportField, ...ImportField[]]

/** Ways in which letters are written in a file. */
export const tableEncodings = ["utf-8", "utf-16le", "utf-16be", "windows-1252"] as const
export type TableEncoding = (typeof tableEncodings)[number]

/** Signs between the cells of a line. */
export const tableSeparators = [",", ";", "\t", "|"] as const
export type TableSeparator = (typeof tableSeparators)[number]

const Table = z.object({
  /** The file as base64. */
  file: z
    .string()
    .min(1, "Please choose a file")
    .max(Math.ceil(maxTableBytes / 3) * 4, `At most ${maxTableBytes / 1_000_000} MB`)
    .regex(/^[A-Za-z0-9+/]+={0,2}$/, "This is no file"),
  /** How its letters are written; found out where it is null. */
  encoding: z.enum(tableEncodings).nullable(),
  /** What each column holds, null for one that is left out; guessed where it is null. */
  mapping: z.array(z.enum(importFieldNames).nullable()).max(maxTableColumns).nullable(),
  /** What becomes of a product that is there already. */
  known: z.enum(["update", "refuse"]),
})

/** Something wrong in a table. */
export const TableFault = z.object({
  /** As spreadsheets count, the titles being row 1; 0 for the table as a whole. */
  row: z.number().int(),
  /** Title of its column; "" for the row as a whole. */
  column: z.string(),
  message: z.string(),
})
export type TableFault = z.infer<typeof TableFault>

export const TableCheck = z.object({
  encoding: z.enum(tableEncodings),
  separator: z.enum(tableSeparators),
  columns: z.array(
    z.object({ title: z.string(), samples: z.array(z.string()), field: z.enum(importFieldNames).nullable() }),
  ),
  rows: z.number().int(),
  /** What would become of the rows. */
  created: z.number().int(),
  changed: z.number().int(),
  unchanged: z.number().int(),
  /** Those that are to stand in the shop and have no picture yet: they come in as drafts. */
  withoutPicture: z.number().int(),
  faults: z.array(TableFault),
  /** Of the whole shelf: what was told holds only while it is this. */
  shelf: z.string(),
})
export type TableCheck = z.infer<typeof TableCheck>

export const checkTable = endpoint({
  method: "POST",
  path: "/shelf/table/check",
  access: "session",
  summary: "Reads a table of products and says what would become of each row; changes nothing",
  body: Table,
  reply: z.object({ data: TableCheck }),
})

export const importTable = endpoint({
  method: "POST",
  path: "/shelf/table",
  access: "session",
  summary: "Puts all products of a table on the shelf, or none of them",
  body: Table.extend({ shelf: z.string().max(100) }),
  reply: z.object({ data: TableCheck.pick({ created: true, changed: true, unchanged: true }) }),
})
