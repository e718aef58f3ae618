import { z } from "zod"
import { tradeSlugs } from "#contract/catalogue/trades.ts"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { maxPriceMinor } from "./shelf-price.ts"

/** Products of one person. */
export const maxProducts = 2_000

/** Pictures of one product. */
export const maxProductPictures = 12

/** Options of one product, such as size and colour, and what one of them may be. */
export const maxOptions = 3
export const maxOptionValues = 20

/** Ways in which the options of one product go together. */
export const maxVariants = 100

/** Products of one page of the shelf. */
export const shelfPage = 25

const line = (most: number) =>
  PlainText.trim()
    .max(most, `At most ${most} letters`)
    .refine((text) => !/[\r\n\t]/.test(text), "One line only")

/** Several lines, without signs that are for machines. */
const lines = (most: number) => PlainText.trim().max(most, `At most ${most} letters`)

/** Which picture of a person's own: one that was made here, one of a shoot, or an upload. */
export const ShelfPictureRef = z.object({
  source: z.enum(["generations", "photoshoots", "files"]),
  id: RecordId,
})
export type ShelfPictureRef = z.infer<typeof ShelfPictureRef>

export const productConditions = ["new", "used", "refurbished"] as const

const Price = z
  .number()
  .int("A price is a whole number of kobo or cents")
  .min(1, "A price is more than 0.")
  .max(maxPriceMinor, "A price is at most 1,000,000,000.")

/** How many there are: null where they are there and nobody counts, 0 when sold out. */
const Stock = z.number().int("A whole number").min(0, "At least 0").max(1_000_000, "At most 1,000,000").nullable()

const Option = z.object({
  name: line(30).min(1, "Please name the option"),
  values: z.array(line(40).min(1, "Please write a value")).min(1, "Please write a value").max(maxOptionValues),
})

const distinct = (texts: readonly string[]): boolean =>
  new Set(texts.map((text) => text.toLowerCase())).size === texts.length

/** What a seller says of a product. */
export const ProductFields = z.object({
  name: line(120),
  sku: line(60),
  category: z.enum(tradeSlugs).nullable(),
  /** In kobo. */
  priceNgn: Price.nullable(),
  /** In cents. */
  priceUsd: Price.nullable(),
  options: z
    .array(Option)
    .max(maxOptions, `At most ${maxOptions} options`)
    .refine((options) => distinct(options.map(({ name }) => name)), "Each option needs a name of its own")
    .refine((options) => options.every(({ values }) => distinct(values)), "Each value stands once")
    .refine(
      (options) => options.reduce((count, { values }) => count * values.length, 1) <= maxVariants,
      `The options go together in at most ${maxVariants} ways`,
    ),
  /** Stock of each way in which the options go together; what is missing is there and not counted. */
  variants: z.array(z.object({ values: z.array(z.string().max(40)).max(maxOptions), stock: Stock })).max(maxVariants),
  /** Of a product without options. */
  stock: Stock,
  condition: z.enum(productConditions),
  text: lines(5_000),
  /** Only the seller sees them. */
  notes: lines(2_000),
  pictures: z
    .array(ShelfPictureRef)
    .max(maxProductPictures, `At most ${maxProductPictures} pictures`)
    .refine((refs) => distinct(refs.map(({ source, id }) => `${source}:${id}`)), "Each picture stands once"),
  /** Whether it stands in the shop; a draft otherwise. */
  isOnShelf: z.boolean(),
})
export type ProductFields = z.infer<typeof ProductFields>

/** A product of which nothing was said yet. */
export const emptyProduct: ProductFields = {
  name: "",
  sku: "",
  category: null,
  priceNgn: null,
  priceUsd: null,
  options: [],
  variants: [],
  stock: null,
  condition: "new",
  text: "",
  notes: "",
  pictures: [],
  isOnShelf: false,
}

/** A picture of a product, as its seller sees it. */
export const ShelfPicture = ShelfPictureRef.extend({
  /** Paths of all of it and of a small copy. */
  url: z.string(),
  preview: z.string(),
})
export type ShelfPicture = z.infer<typeof ShelfPicture>

export const Product = ProductFields.extend({
  id: z.string(),
  pictures: z.array(ShelfPicture),
  /** Last part of its address in the shop; null until it first stood on the shelf. */
  slug: z.string().nullable(),
  /** Why an operator took it down; null when none did. */
  takenDownFor: z.string().nullable(),
  /** Whether it was begun with one photo, of which more may be on its way. */
  isFromPhoto: z.boolean(),
  /** Grows with each change. */
  version: z.number().int(),
  updatedAt: z.string(),
})
export type Product = z.infer<typeof Product>

/** A product in the seller's list. */
export const ListedProduct = Product.pick({
  id: true,
  name: true,
  sku: true,
  category: true,
  priceNgn: true,
  priceUsd: true,
  isOnShelf: true,
  takenDownFor: true,
  updatedAt: true,
}).extend({ picture: ShelfPicture.nullable(), isSoldOut: z.boolean() })
export type ListedProduct = z.infer<typeof ListedProduct>

export const ShelfState = z.enum(["on-shelf", "draft", "sold-out"])
export type ShelfState = z.infer<typeof ShelfState>

/** Whether nothing of a product is left to buy. */
export function isSoldOut({
  options,
  variants,
  stock,
}: Pick<ProductFields, "options" | "variants" | "stock">): boolean {
  return options.length === 0 ? stock === 0 : variants.length > 0 && variants.every((variant) => variant.stock === 0)
}

/** Every way in which options go together, in their order; none without options. */
export function combinations(options: ProductFields["options"]): string[][] {
  if (options.length === 0) return []
  return options.reduce<string[][]>(
    (found, { values }) => found.flatMap((before) => values.map((value) => [...before, value])),
    [[]],
  )
}

/** @returns the stock of every combination, with what was known of it */
export function variantsOf({
  options,
  variants,
}: Pick<ProductFields, "options" | "variants">): ProductFields["variants"] {
  const known = new Map(variants.map(({ values, stock }) => [JSON.stringify(values), stock]))
  return combinations(options).map((values) => ({ values, stock: known.get(JSON.stringify(values)) ?? null }))
}

const params = z.object({ productId: RecordId })
const reply = z.object({ data: Product })

export const listProducts = endpoint({
  method: "GET",
  path: "/shelf/products",
  access: "session",
  summary: "A page of the person's own products, newest first, narrowed by words of name and number and by state",
  query: z.object({
    words: PlainText.trim().min(1).max(120).optional(),
    state: ShelfState.optional(),
    after: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
  }),
  reply: z.object({
    data: z.array(ListedProduct),
    nextCursor: z.string().nullable(),
    /** Of the whole shelf. */
    counts: z.object({ all: z.number(), onShelf: z.number() }),
  }),
})

export const createProduct = endpoint({
  method: "POST",
  path: "/shelf/products",
  access: "session",
  summary: "Puts a new product on the person's shelf",
  body: ProductFields,
  status: 201,
  reply,
})

/** Pictures that may be put on the shelf by one call. */
export const maxPicturesPut = 50

export const putPicturesOnShelf = endpoint({
  method: "POST",
  path: "/shelf/pictures",
  access: "session",
  summary: "Makes drafts of own pictures: one product of each, or one of all",
  body: z.object({
    pictures: z.array(ShelfPictureRef).min(1).max(maxPicturesPut),
    as: z.enum(["one-each", "one-of-all"]),
  }),
  status: 201,
  reply: z.object({ data: z.object({ ids: z.array(z.string()), skipped: z.number() }) }),
})

export const getProduct = endpoint({
  method: "GET",
  path: "/shelf/products/:productId",
  access: "session",
  summary: "A product of the person's own",
  params,
  reply,
})

export const changeProduct = endpoint({
  method: "PUT",
  path: "/shelf/products/:productId",
  access: "session",
  summary: "Changes a product, unless somebody changed it since it was read",
  params,
  body: ProductFields.extend({ version: z.number().int().min(1) }),
  reply,
})

export const deleteProduct = endpoint({
  method: "DELETE",
  path: "/shelf/products/:productId",
  access: "session",
  summary: "Takes a product away for good; its pictures stay in the galleries",
  params,
  status: 204,
  reply: z.unknown(),
})
