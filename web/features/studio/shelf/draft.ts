import {
  emptyProduct,
  type Product,
  type ProductFields,
  type ShelfPicture,
  variantsOf,
} from "#contract/studio/shelf.ts"
import { formatPrice, readPrice } from "#contract/studio/shelf-price.ts"

/** A product as it stands in the form: prices and numbers are text until they are read. */
export interface Draft extends Omit<ProductFields, "pictures" | "priceNgn" | "priceUsd"> {
  priceNgn: string
  priceUsd: string
  pictures: readonly ShelfPicture[]
}

export const emptyDraft: Draft = { ...emptyProduct, priceNgn: "", priceUsd: "", pictures: [] }

/** @returns a product as the form shows it */
export function draftOf(product: Product): Draft {
  const {
    id: _id,
    slug: _slug,
    takenDownFor: _why,
    version: _version,
    updatedAt: _when,
    isFromPhoto: _,
    ...fields
  } = product
  return { ...fields, priceNgn: priceText(product.priceNgn), priceUsd: priceText(product.priceUsd) }
}

/** @returns what the form showed when it was saved without a connection */
export function draftOfWaiting(fields: ProductFields, pictures: readonly ShelfPicture[]): Draft {
  return { ...fields, pictures, priceNgn: priceText(fields.priceNgn), priceUsd: priceText(fields.priceUsd) }
}

function priceText(minor: number | null): string {
  return minor === null ? "" : formatPrice(minor, "NGN").slice(1)
}

/** What the form says, or what is wrong with it, by field. */
export type ReadDraft = { fields: ProductFields } | { problems: Readonly<Record<string, string>> }

/** Reads a form. */
export function readDraft(draft: Draft): ReadDraft {
  const problems: Record<string, string> = {}
  const price = (field: "priceNgn" | "priceUsd"): number | null => {
    if (draft[field].trim() === "") return null
    const read = readPrice(draft[field])
    if ("minor" in read) return read.minor
    problems[field] = read.problem
    return null
  }
  const [priceNgn, priceUsd] = [price("priceNgn"), price("priceUsd")]
  const options = draft.options.filter(({ name, values }) => name.trim() !== "" || values.length > 0)
  const fields: ProductFields = {
    ...draft,
    priceNgn,
    priceUsd,
    options,
    variants: variantsOf({ options, variants: draft.variants }),
    pictures: draft.pictures.map(({ source, id }) => ({ source, id })),
  }
  return Object.keys(problems).length > 0 ? { problems } : { fields }
}

/** Words for a field in a message about two versions. */
const fieldNames: Readonly<Record<keyof Draft, string>> = {
  name: "Name",
  sku: "Number",
  category: "Trade",
  priceNgn: "Price in naira",
  priceUsd: "Price in dollars",
  options: "Options",
  variants: "Stock of the options",
  stock: "Stock",
  condition: "Condition",
  text: "Text",
  notes: "Notes",
  pictures: "Pictures",
  isOnShelf: "In the shop",
}

/** A field that two versions say differently, as people read it. */
export interface Difference {
  name: string
  mine: string
  theirs: string
}

/** What two versions of a product say differently. */
export function differences(mine: Draft, theirs: Draft): Difference[] {
  const names = Object.keys(fieldNames) as (keyof Draft)[]
  return names
    .filter((name) => JSON.stringify(comparable(mine, name)) !== JSON.stringify(comparable(theirs, name)))
    .map((name) => ({ name: fieldNames[name], mine: inWords(mine, name), theirs: inWords(theirs, name) }))
}

function comparable(draft: Draft, name: keyof Draft): unknown {
  return name === "pictures" ? draft.pictures.map(({ source, id }) => [source, id]) : draft[name]
}

function inWords(draft: Draft, name: keyof Draft): string {
  switch (name) {
    case "options":
      return draft.options.map((option) => `${option.name}: ${option.values.join(", ")}`).join("; ") || "None"
    case "variants":
      return (
        draft.variants.map(({ values, stock }) => `${values.join(" ")}: ${stockInWords(stock)}`).join("; ") || "None"
      )
    case "stock":
      return stockInWords(draft.stock)
    case "pictures":
      return draft.pictures.length === 1 ? "1 picture" : `${draft.pictures.length} pictures`
    case "isOnShelf":
      return draft.isOnShelf ? "Yes" : "No"
    default:
      return draft[name] || "Nothing"
  }
}

function stockInWords(stock: number | null): string {
  if (stock === null) return "Available"
  return stock === 0 ? "Sold out" : `${stock} left`
}
