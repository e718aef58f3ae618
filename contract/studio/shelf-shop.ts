import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { BrandKit } from "./brand-kit.ts"
import { ShelfPicture } from "./shelf.ts"
import { shelfCurrencies } from "./shelf-price.ts"

/** Longest handle, in letters. */
export const maxHandle = 30

/** Days until a handle may be changed again. */
export const handleDays = 30

/** Days for which visits are told and kept. */
export const visitDays = 90

/** Parts of addresses and names that would pass for ours. */
const reservedHandles: ReadonlySet<string> = new Set(
  `about academy account admin administrator ads api app apps aworan billing blog careers checkout contact customer
  dashboard docs download explore feed feeds generations help home legal learn login logout mail money new news null
  official operator operators order orders pay payment payments pictures policy pricing privacy robots root search
  security seller settings shelf shop shops showcase sign-in sign-out sign-up sitemap solutions staff status store
  stores studio support system team terms test training trust undefined user users verified verify www`.split(/\s+/),
)

/** Name of a shop in its address. */
export const Handle = z
  .string()
  .trim()
  .toLowerCase()
  .min(3, "At least 3 letters")
  .max(maxHandle, `At most ${maxHandle} letters`)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "Plain letters and digits, with single hyphens between them")
  .refine((handle) => !/^\d+$/.test(handle), "It needs a letter")
  .refine((handle) => !reservedHandles.has(handle), "This name is kept for our own pages. Please choose another one.")

const lines = (most: number) => PlainText.trim().max(most, `At most ${most} letters`)

/** What a seller says of a shop. */
export const ShopFields = z.object({
  handle: Handle,
  name: PlainText.trim().min(1, "Please name your shop").max(60, "At most 60 letters"),
  ...BrandKit.shape,
  /** As it is typed; "" for none. It is kept with its country, as `+2348012345678`. */
  whatsApp: PlainText.trim().max(30, "At most 30 letters"),
  /** Name of the account, with or without `@`; "" for none. */
  instagram: PlainText.trim()
    .max(100, "At most 100 letters")
    .transform((text) => text.replace(/^(?:https?:\/\/)?(?:www\.)?instagram\.com\//i, "").replace(/^@|[/?].*$/g, ""))
    .pipe(z.string().regex(/^[a-zA-Z0-9._]{0,30}$/, "This is no name of an Instagram account.")),
  opening: lines(300),
  delivery: lines(1_000),
  /** In which the page says prices. */
  currency: z.enum(shelfCurrencies),
  isPublished: z.boolean(),
})
export type ShopFields = z.infer<typeof ShopFields>

export const Shop = ShopFields.extend({
  logo: ShelfPicture.nullable(),
  instagram: z.string(),
  /** Where everybody sees it once it is published. */
  url: z.string(),
  /** Secret address of its feed for Meta's catalogues. */
  feedUrl: z.string(),
  /** When the handle may be changed again; null when it may now. */
  handleFreeAt: z.string().nullable(),
  /** Why an operator took it down; null when none did. */
  takenDownFor: z.string().nullable(),
  /** Whether the WhatsApp number is its seller's; null without a number, and where no text messages are sent. */
  isNumberProved: z.boolean().nullable(),
  version: z.number().int(),
})
export type Shop = z.infer<typeof Shop>

export const getShop = endpoint({
  method: "GET",
  path: "/own-shop",
  access: "session",
  summary: "The person's own shop; null before there is one",
  reply: z.object({ data: Shop.nullable() }),
})

export const changeShop = endpoint({
  method: "PUT",
  path: "/own-shop",
  access: "session",
  summary: "Makes or changes the person's shop, unless somebody changed it since it was read",
  body: ShopFields.extend({ version: z.number().int().min(0) }),
  reply: z.object({ data: Shop }),
})

export const listVisits = endpoint({
  method: "GET",
  path: "/own-shop/visits",
  access: "session",
  summary: "How often the person's shop and each product were looked at, by day, newest first",
  reply: z.object({
    data: z.object({
      days: z.array(z.object({ day: z.string(), visits: z.number() })),
      products: z.array(z.object({ id: z.string(), name: z.string(), visits: z.number() })),
    }),
  }),
})

export const sendNumberCode = endpoint({
  method: "POST",
  path: "/own-shop/number-code",
  access: "session",
  summary: "Sends a code to the WhatsApp number of the person's shop, as a text message",
  status: 204,
  reply: z.unknown(),
})

export const proveNumber = endpoint({
  method: "POST",
  path: "/own-shop/number-proof",
  access: "session",
  summary: "Proves with the code that was sent that the shop's WhatsApp number is the person's own",
  body: z.object({
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, "The code has six digits"),
  }),
  reply: z.object({ data: Shop }),
})

export const renewFeed = endpoint({
  method: "POST",
  path: "/own-shop/feed",
  access: "session",
  summary: "Gives the feed of the person's shop another secret address; the one before leads nowhere from then on",
  reply: z.object({ data: Shop }),
})

export const downloadCode = endpoint({
  method: "GET",
  path: "/own-shop/code.svg",
  access: "session",
  summary: "The address of the person's shop as a QR code",
  reply: z.unknown(),
})

export const downloadPack = endpoint({
  method: "GET",
  path: "/own-shop/products.zip",
  access: "session",
  summary: "The person's products as a ZIP: their pictures as they are kept, and a table of what belongs to which",
  query: z.object({ product: RecordId.optional() }),
  reply: z.unknown(),
})

/** Places that take a table of products; ours can be read in again. */
export const productTables = ["own", "jumia", "konga"] as const
export type ProductTable = (typeof productTables)[number]

export const downloadTable = endpoint({
  method: "GET",
  path: "/own-shop/products.csv",
  access: "session",
  summary:
    "The person's products as a table: all of them in our own columns, those in the shop in the columns of a place",
  query: z.object({ for: z.enum(productTables).default("own") }),
  reply: z.unknown(),
})

/** Papers of the price list: A4 for printing, and one as wide as a phone for chats. */
export const priceListPapers = ["a4", "phone"] as const
export type PriceListPaper = (typeof priceListPapers)[number]

export const downloadPriceList = endpoint({
  method: "GET",
  path: "/own-shop/prices.pdf",
  access: "session",
  summary: "What stands in the person's shop as a price list with pictures; what is sold out is left out or marked",
  query: z.object({
    paper: z.enum(priceListPapers).default("a4"),
    soldOut: z.enum(["leave-out", "mark"]).default("leave-out"),
  }),
  reply: z.unknown(),
})
