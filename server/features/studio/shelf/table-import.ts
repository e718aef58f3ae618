import { createHash } from "node:crypto"
import type { z } from "zod"
import { emptyProduct, maxProducts, type ProductFields, variantsOf } from "#contract/studio/shelf.ts"
import type {
  checkTable as checkTableCall,
  ImportField,
  importTable as importTableCall,
  TableCheck,
  TableFault,
} from "#contract/studio/shelf-import.ts"
import { slugFor } from "#contract/studio/shelf-slug.ts"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { findRefusedWords, requirePublisher } from "#server/features/studio/publishing/service.ts"
import { shareThread } from "#server/platform/documents/shared-thread.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { unconfirmed } from "#server/platform/http/permissions.ts"
import { newId } from "#server/platform/ids.ts"
import { limitConcurrency } from "#server/platform/limits/limit-concurrency.ts"
import { lockShelf, type ProductRow } from "./queries.ts"
import { columnsOf, fieldsOf } from "./service.ts"
import * as queries from "./table-queries.ts"
import { type ReadProducts, type ReadRow, type SentTable, stockOfOptions } from "./tables-in/read-products.ts"

/** 5,000 rows of long texts take about half a second. */
const readOnThread = shareThread<SentTable, ReadProducts>({
  module: new URL("./tables-in/table-thread.ts", import.meta.url),
  name: "tables",
  heapMb: 256,
  stackMb: 4,
  longestMs: 15_000,
})

const readInTurn = limitConcurrency(1, 20, "Many tables are read at this moment. Please try again shortly.")

/** Faults that are told: more than anybody mends before looking again. */
const mostFaults = 2_000

type Sent = z.output<typeof checkTableCall.body>

/** Says what would become of the rows of a table. @throws AppError `general_argument_invalid` for what takes too long to read */
export async function checkTable(s: Services, caller: Person, sent: Sent): Promise<TableCheck> {
  const read = await readSent(sent)
  const plan = await planImport(s, caller, read, sent.known)
  return {
    encoding: read.encoding,
    separator: read.separator,
    columns: read.columns,
    rows: read.rows.length,
    created: plan.created.length,
    changed: plan.changed.length,
    unchanged: plan.unchanged,
    withoutPicture: plan.withoutPicture,
    faults: plan.faults,
    shelf: plan.shelf,
  }
}

/**
 * Puts all products of a table on a person's shelf, or none of them.
 * @throws AppError `version_changed` when the shelf is not as it was when the table was checked; `general_argument_invalid`
 * when something is wrong with any row
 */
export async function importTable(
  s: Services,
  caller: Person,
  { shelf, ...sent }: z.output<typeof importTableCall.body>,
): Promise<z.input<typeof importTableCall.reply>["data"]> {
  const read = await readSent(sent)
  const plan = await planImport(s, caller, read, sent.known)
  const [first] = plan.faults
  if (first && plan.shelf === shelf) {
    const where = first.row === 0 ? "" : `Row ${first.row}: `
    throw new AppError("general_argument_invalid", `Nothing was imported. ${where}${first.message}`)
  }
  await transact(s.db, async (tx) => {
    await lockShelf(tx, caller.accountId)
    const now = fingerprint(await queries.listVersions(tx, caller.accountId))
    if (now !== shelf || now !== plan.shelf) {
      throw new AppError(
        "version_changed",
        "Your shelf was changed since this table was checked. Nothing was imported.",
      )
    }
    await queries.writeProducts(tx, caller.accountId, plan)
  })
  return { created: plan.created.length, changed: plan.changed.length, unchanged: plan.unchanged }
}

async function readSent({ file, encoding, mapping }: Sent): Promise<ReadProducts> {
  const read = await readInTurn(() => readOnThread({ bytes: Buffer.from(file, "base64"), encoding, mapping }))
  if (read) return read
  throw new AppError("general_argument_invalid", "This table takes too long to read. Please cut it into parts.")
}

/** What becomes of the rows of a table. */
interface Plan extends Pick<TableCheck, "unchanged" | "withoutPicture" | "faults" | "shelf"> {
  created: queries.WrittenProduct[]
  changed: queries.WrittenProduct[]
}

/** One row and the product that it is about. */
interface Meant {
  read: ReadRow
  before: queries.ShelfProduct | undefined
}

async function planImport(s: Services, caller: Person, read: ReadProducts, known: Sent["known"]): Promise<Plan> {
  const shelf = await queries.listShelf(s.db, caller.accountId)
  const columnOf = createColumnOf(read)
  const faults = [...read.faults]
  const meant = matchRows(read, shelf, { known, faults, columnOf })
  const plan: Plan = { created: [], changed: [], unchanged: 0, withoutPicture: 0, faults, shelf: fingerprint(shelf) }
  const slugs = shelf.flatMap(({ slug }) => slug ?? [])
  const published: { row: number; text: string }[] = []
  for (const { read: row, before } of meant) {
    const merged = mergeRow(row, before, { faults, columnOf })
    if (!merged) continue
    const wantsShop = merged.isOnShelf
    const isBare = wantsShop && (before?.pictures ?? 0) === 0
    const fields: Fields = { ...merged, isOnShelf: wantsShop && !isBare }
    if (isBare && row.fields.isOnShelf) plan.withoutPicture++
    if (fields.isOnShelf && fields.priceNgn === null) {
      faults.push({
        row: row.row,
        column: columnOf("priceNgn"),
        message: "What is in the shop needs a price in naira.",
      })
    }
    if (before && isSame(fields, before)) {
      plan.unchanged++
      continue
    }
    if (fields.isOnShelf && (!before?.isOnShelf || wordsOf(fields) !== wordsOf(fieldsOf(before)))) {
      published.push({ row: row.row, text: wordsOf(fields) })
    }
    const slug = before?.slug ?? (fields.isOnShelf ? slugFor(fields.name, slugs) : null)
    if (slug !== null && before?.slug !== slug) slugs.push(slug)
    const written = { ...columnsOf({ ...fields, pictures: [] }), slug, id: before?.id ?? newId() }
    if (before) plan.changed.push(written)
    else plan.created.push(written)
  }
  const over = shelf.length + plan.created.length - maxProducts
  if (over > 0) {
    const most = maxProducts.toLocaleString("en")
    faults.push({
      row: 0,
      column: "",
      message: `A shelf holds at most ${most} products: this table has ${over.toLocaleString("en")} too many.`,
    })
  }
  if (published.length > 0) await checkPublished(s, caller, published, faults)
  faults.sort((one, other) => one.row - other.row)
  plan.faults = faults.slice(0, mostFaults)
  return plan
}

type ColumnOf = (field: ImportField) => string

/** Titles of the columns that hold a field; its own name where none does. */
function createColumnOf({ columns }: ReadProducts): ColumnOf {
  return (field) => columns.find((column) => column.field === field)?.title ?? ""
}

/** Finds the product that each row is about, by our number or the seller's own. */
function matchRows(
  { rows }: ReadProducts,
  shelf: readonly queries.ShelfProduct[],
  { known, faults, columnOf }: { known: Sent["known"]; faults: TableFault[]; columnOf: ColumnOf },
): Meant[] {
  const byId = new Map(shelf.map((product) => [product.id, product]))
  const bySku = new Map(shelf.filter(({ sku }) => sku !== "").map((product) => [product.sku.toLowerCase(), product]))
  const seen = new Map<string, number>()
  const skus = new Map<string, number>()
  const meant = rows.map((read): Meant => {
    const sku = read.fields.sku?.toLowerCase() ?? ""
    const before = byId.get(read.id) ?? (sku === "" ? undefined : bySku.get(sku))
    const tell = (field: "sku" | "id", message: string) =>
      faults.push({ row: read.row, column: columnOf(field), message })
    if (before) {
      const earlier = seen.get(before.id)
      if (earlier !== undefined) tell(before.id === read.id ? "id" : "sku", `Row ${earlier} is about the same product.`)
      seen.set(before.id, read.row)
      if (known === "refuse") tell(before.id === read.id ? "id" : "sku", "This product is on your shelf already.")
    }
    const earlier = skus.get(sku)
    if (sku !== "") {
      if (earlier !== undefined) tell("sku", `Row ${earlier} has this number already.`)
      skus.set(sku, read.row)
    }
    return { read, before }
  })
  // What keeps its number must not lose it to another row.
  for (const { read, before } of meant) {
    const holder = bySku.get(read.fields.sku?.toLowerCase() ?? "")
    if (!holder || holder.id === before?.id) continue
    const isLeft = meant.some((one) => one.before?.id === holder.id && one.read.fields.sku !== undefined)
    if (!isLeft)
      faults.push({ row: read.row, column: columnOf("sku"), message: "Another product of yours has this number." })
  }
  return meant
}

type Fields = Omit<ProductFields, "pictures">

/** What a product is after its row. @returns null where the row cannot be taken */
function mergeRow(
  { row, fields: said, optionStock }: ReadRow,
  before: queries.ShelfProduct | undefined,
  { faults, columnOf }: { faults: TableFault[]; columnOf: ColumnOf },
): Fields | null {
  const { pictures: _none, ...empty } = emptyProduct
  const start: Fields = before ? fieldsOf(before) : empty
  const merged = { ...start, ...said }
  const variants = stockOfOptions(merged.options, start.variants, optionStock)
  if ("problem" in variants) {
    faults.push({ row, column: columnOf("optionStock"), message: variants.problem })
    return null
  }
  const fields = { ...merged, variants }
  if (!before && fields.name === "") {
    faults.push({ row, column: columnOf("name"), message: "Please name it." })
    return null
  }
  return fields
}

/** The two as the database would keep them. */
function isSame(fields: Fields, before: queries.ShelfProduct): boolean {
  const now = fieldsOf(before)
  const known = { ...now, variants: variantsOf(now) }
  return (Object.keys(known) as (keyof Fields)[]).every(
    (name) => JSON.stringify(fields[name]) === JSON.stringify(known[name]),
  )
}

function wordsOf({ name, text, options }: Pick<Fields, "name" | "text" | "options">): string {
  return [name, text, ...options.map((option) => `${option.name} ${option.values.join(" ")}`)].join("\n")
}

/** Only who may publish puts words into a shop, and no words that may not stand there. */
async function checkPublished(
  s: Services,
  caller: Person,
  published: readonly { row: number; text: string }[],
  faults: TableFault[],
): Promise<void> {
  if (!caller.isVerified) throw unconfirmed()
  await requirePublisher(s.db, caller.accountId)
  const refused = await findRefusedWords(
    s,
    published.map(({ text }) => text),
  )
  for (const [place, message] of refused) faults.push({ row: published[place]?.row ?? 0, column: "", message })
}

/** Changes with every product that is added, changed or taken away. */
function fingerprint(shelf: readonly Pick<ProductRow, "id" | "version">[]): string {
  const hash = createHash("sha256")
  for (const { id, version } of shelf) hash.update(`${id}:${version};`)
  return hash.digest("base64url").slice(0, 32)
}
