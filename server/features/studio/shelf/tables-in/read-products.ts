import { type TradeSlug, tradeSlugs, trades } from "#contract/catalogue/trades.ts"
import { maxOptions, ProductFields, variantsOf } from "#contract/studio/shelf.ts"
import {
  type ImportField,
  maxTableColumns,
  maxTableRows,
  type TableCheck,
  type TableEncoding,
  type TableFault,
} from "#contract/studio/shelf-import.ts"
import { readPrice } from "#contract/studio/shelf-price.ts"
import { unmarkFormulas } from "#server/platform/documents/csv.ts"
import { readTable } from "#server/platform/documents/read-table.ts"

/** A table that a person sent, and how it is to be read. */
export interface SentTable {
  bytes: Uint8Array
  encoding: TableEncoding | null
  mapping: readonly (ImportField | null)[] | null
}

/** What one row says of a product; a field that is missing is not said. */
export interface ReadRow {
  row: number
  /** Of a product that is there; "" where none is named. */
  id: string
  fields: Partial<Omit<ProductFields, "pictures" | "variants">>
  /** Stock of the ways in which the options go together, in their order. */
  optionStock: readonly (number | null)[] | null
}

export interface ReadProducts extends Pick<TableCheck, "encoding" | "separator" | "columns"> {
  rows: readonly ReadRow[]
  faults: TableFault[]
}

/** Titles that people give to columns, in small letters without anything between them. */
const titles: Readonly<Record<Exclude<ImportField, "option">, readonly string[]>> = {
  name: ["name", "product", "productname", "title", "item", "itemname", "producttitle", "goods", "article"],
  sku: [
    "number",
    "sku",
    "yourownnumber",
    "code",
    "itemcode",
    "productcode",
    "sellersku",
    "variantsku",
    "itemno",
    "ref",
  ],
  priceNgn: ["pricengn", "price", "priceinnaira", "naira", "amount", "sellingprice", "unitprice", "variantprice", "₦"],
  priceUsd: ["priceusd", "priceindollars", "usd", "dollars", "dollarprice", "$"],
  category: ["trade", "category", "productcategory", "primarycategory"],
  condition: ["condition", "state"],
  stock: [
    "stock",
    "quantity",
    "qty",
    "instock",
    "inventory",
    "available",
    "availability",
    "variantinventoryqty",
    "units",
  ],
  text: ["text", "description", "details", "bodyhtml", "productdescription", "about"],
  notes: ["notes", "note", "remark", "remarks", "comment"],
  isOnShelf: ["inshop", "published", "onshelf", "live", "active", "visible", "status"],
  optionName1: ["option1", "option1name"],
  optionValues1: ["values1", "option1value", "option1values"],
  optionName2: ["option2", "option2name"],
  optionValues2: ["values2", "option2value", "option2values"],
  optionName3: ["option3", "option3name"],
  optionValues3: ["values3", "option3value", "option3values"],
  optionStock: ["stockofoptions"],
  id: ["id", "aworanid"],
}

/** Titles of columns that are an option by themselves. */
const optionTitles = ["size", "sizes", "colour", "color", "colours", "colors", "shade", "flavour", "length", "material"]

/** What the columns hold, as far as their titles tell; none twice but options. */
export function guessMapping(heads: readonly string[]): (ImportField | null)[] {
  const used = new Map<ImportField, number>()
  return heads.map((head) => {
    const bare = head.toLowerCase().replace(/[^\p{L}\p{N}₦$]/gu, "")
    const named = (Object.keys(titles) as Exclude<ImportField, "option">[]).find((field) =>
      titles[field].includes(bare),
    )
    const field: ImportField | null = named ?? (optionTitles.includes(bare) ? "option" : null)
    if (field === null) return null
    const most = field === "option" ? maxOptions : 1
    const count = used.get(field) ?? 0
    used.set(field, count + 1)
    return count < most ? field : null
  })
}

/** Letters of a sample cell that are shown. */
const sampleLetters = 60

/** Reads a table of products. What is wrong with its rows is told by row and column; nothing else is thrown. */
export function readProducts({ bytes, encoding, mapping }: SentTable): ReadProducts {
  const table = readTable(bytes, encoding, maxTableRows + 100)
  const nothing = { encoding: encoding ?? "utf-8", separator: ",", columns: [], rows: [] } as const
  if ("problem" in table) return { ...nothing, columns: [], faults: [whole(table.problem)] }
  const [head, ...lines] = table.lines
  const heads = (head?.cells ?? []).map((title) => title.trim())
  const told = { encoding: table.encoding, separator: table.separator }
  if (heads.length > maxTableColumns) {
    return { ...nothing, ...told, columns: [], faults: [whole(`At most ${maxTableColumns} columns can be read.`)] }
  }
  const fields = mapping?.length === heads.length ? mapping : guessMapping(heads)
  const columns = heads.map((title, place) => ({
    title,
    field: fields[place] ?? null,
    samples: lines
      .flatMap(({ cells }) => cells[place]?.trim() || [])
      .slice(0, 3)
      .map((cell) => cell.slice(0, sampleLetters).toWellFormed()),
  }))
  const faults = faultsOfTable(columns, lines.length)
  if (faults.length > 0) return { ...told, columns, rows: [], faults }
  const rows = lines.map(({ row, cells }) => readRow({ row, cells, columns }, faults))
  return { ...told, columns, rows, faults }
}

function whole(message: string): TableFault {
  return { row: 0, column: "", message }
}

type Columns = TableCheck["columns"]

function faultsOfTable(columns: Columns, count: number): TableFault[] {
  const faults: TableFault[] = []
  const used = columns.flatMap(({ field }) => field ?? [])
  const twice = used.find((field, place) => field !== "option" && used.indexOf(field) !== place)
  if (twice)
    faults.push(whole("Two columns hold the same. Please choose another field for one of them, or leave it out."))
  if (used.filter((field) => field === "option").length > maxOptions) {
    faults.push(whole(`A product has at most ${maxOptions} options.`))
  }
  if (!used.includes("name") && !used.includes("sku") && !used.includes("id")) {
    faults.push(whole("Please say which column holds the name."))
  }
  if (count === 0) faults.push(whole("There are no rows below the titles."))
  if (count > maxTableRows) {
    const most = maxTableRows.toLocaleString("en")
    faults.push(whole(`At most ${most} rows can be read at once. Please cut the table into parts.`))
  }
  return faults
}

interface Line {
  row: number
  cells: readonly string[]
  columns: Columns
}

/** A cell that cannot be read, with what to do about it. */
class CellFault extends Error {}

function readRow({ row, cells, columns }: Line, faults: TableFault[]): ReadRow {
  const read: ReadRow = { row, id: "", fields: {}, optionStock: null }
  const options: { name: string; values: string[]; place: number }[] = []
  const names = new Map<string, string>()
  let optionStock: readonly (number | null)[] | null = null
  for (const [place, { title, field }] of columns.entries()) {
    const cell = unmarkFormulas((cells[place] ?? "").replaceAll("\r\n", "\n").replaceAll("\r", "\n")).trim()
    // An empty cell says nothing: what a product has stays.
    if (field === null || cell === "") continue
    const number = /^option(?:Name|Values)([123])$/.exec(field)?.[1]
    try {
      if (field === "id") read.id = cell
      else if (field === "option") options.push({ name: title, values: splitValues(cell), place })
      else if (field === "optionStock")
        optionStock = splitBars(cell).map((part) => readStock(part.replace(/^.*:/s, "").trim()))
      else if (number !== undefined) {
        if (field.startsWith("optionName")) names.set(number, cell)
        else options.push({ name: `\u0000${number}`, values: splitValues(cell), place })
      } else Object.assign(read.fields, readCell(field, cell))
    } catch (error) {
      if (!(error instanceof CellFault)) throw error
      faults.push({ row, column: title, message: error.message })
    }
  }
  const named = options.map(({ name, values }) => ({
    name: name.startsWith("\u0000") ? (names.get(name.slice(1)) ?? "") : name,
    values,
  }))
  if (named.length > 0) read.fields.options = named
  else if (names.size > 0) faults.push({ row, column: "", message: "An option has a name and no values." })
  const parsed = RowFields.safeParse(read.fields)
  for (const { path, message } of parsed.error?.issues ?? []) {
    const field = path[0]
    const column = columns.find((one) => one.field === field || (field === "options" && isOption(one.field)))
    faults.push({ row, column: column?.title ?? "", message })
  }
  // What was not said is missing in it, never there as undefined.
  const fields = (parsed.data ?? read.fields) as ReadRow["fields"]
  return { row, id: read.id, fields, optionStock }
}

const RowFields = ProductFields.omit({ pictures: true, variants: true }).partial()

function isOption(field: ImportField | null): boolean {
  return field?.startsWith("option") ?? false
}

type PlainField = Exclude<
  ImportField,
  "id" | "option" | "optionStock" | `optionName${1 | 2 | 3}` | `optionValues${1 | 2 | 3}`
>

/** Reads a cell that is not empty. @throws CellFault */
function readCell(field: string, cell: string): ReadRow["fields"] {
  switch (field as PlainField) {
    case "priceNgn":
      return { priceNgn: readMoney(cell) }
    case "priceUsd":
      return { priceUsd: readMoney(cell) }
    case "stock":
      return { stock: readStock(cell) }
    case "condition":
      return { condition: readOne(cell, conditions, "Write new, used or refurbished.") }
    case "category":
      return { category: readTrade(cell) }
    case "isOnShelf":
      return { isOnShelf: readOne(cell, answers, "Write yes or no.") }
    case "name":
      // A line break within a cell is no part of a name.
      return { name: cell.replace(/\s+/g, " ") }
    case "sku":
      return { sku: cell }
    case "text":
      return { text: cell }
    case "notes":
      return { notes: cell }
  }
}

function readMoney(cell: string): number {
  const read = readPrice(cell)
  if ("problem" in read) throw new CellFault(read.problem)
  return read.minor
}

const conditions: Readonly<Record<string, ProductFields["condition"]>> = {
  ...{ new: "new", "brand new": "new", "new with tags": "new" },
  ...{
    used: "used",
    "fairly used": "used",
    tokunbo: "used",
    "uk used": "used",
    "second hand": "used",
    "second-hand": "used",
  },
  ...{ refurbished: "refurbished", renewed: "refurbished" },
}

const answers: Readonly<Record<string, boolean>> = {
  ...{ yes: true, true: true, y: true, "1": true, published: true, active: true, live: true },
  ...{ no: false, false: false, n: false, "0": false, draft: false, inactive: false, archived: false, hidden: false },
}

function readOne<Value>(cell: string, known: Readonly<Record<string, Value>>, message: string): Value {
  const word = cell.toLowerCase().replace(/\s+/g, " ")
  const value = Object.hasOwn(known, word) ? known[word] : undefined
  if (value === undefined) throw new CellFault(message)
  return value
}

function readTrade(cell: string): TradeSlug {
  const word = cell.toLowerCase()
  const slug = tradeSlugs.find((one) => one === word || trades[one].name.toLowerCase() === word)
  if (slug) return slug
  throw new CellFault(
    `No trade of ours has this name. Write one of these, or leave the column out: ${tradeSlugs.map((one) => trades[one].name).join(", ")}.`,
  )
}

const stockWords: Readonly<Record<string, number | null>> = {
  ...{ available: null, "in stock": null, yes: null, true: null, "in-stock": null, instock: null },
  ...{ "sold out": 0, "out of stock": 0, no: 0, false: 0, none: 0, "out-of-stock": 0, outofstock: 0, "sold-out": 0 },
}

function readStock(cell: string): number | null {
  const word = cell.toLowerCase().replace(/\s+/g, " ")
  if (Object.hasOwn(stockWords, word)) return stockWords[word] ?? null
  const digits = /^(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.0+)?$/.exec(word)?.[1]
  if (digits === undefined) throw new CellFault("Write how many there are, or “available”, or “sold out”.")
  return Number(digits.replaceAll(",", ""))
}

/** Values of an option: parted by bars, or by commas, semicolons and slashes where there is no bar. */
function splitValues(cell: string): string[] {
  const parts = /(?<!\\)\|/.test(cell) ? splitBars(cell) : cell.split(/[,;/\n]/)
  return parts.map((part) => part.trim()).filter(Boolean)
}

function splitBars(cell: string): string[] {
  return cell
    .split(/(?<!\\)\|/)
    .map((part) => part.replaceAll("\\|", "|").trim())
    .filter(Boolean)
}

/** Stock of every way in which options go together. @returns what is wrong where the row names another number of them */
export function stockOfOptions(
  options: ProductFields["options"],
  before: ProductFields["variants"],
  stocks: ReadRow["optionStock"],
): ProductFields["variants"] | { problem: string } {
  const variants = variantsOf({ options, variants: before })
  if (stocks === null) return variants
  if (stocks.length !== variants.length) {
    return {
      problem: `The options go together in ${variants.length} ways, and the stock of ${stocks.length} is written.`,
    }
  }
  return variants.map(({ values }, place) => ({ values, stock: stocks[place] ?? null }))
}
