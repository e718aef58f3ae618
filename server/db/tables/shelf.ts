import type { ColumnType, Generated } from "kysely"
import type { TradeSlug } from "#contract/catalogue/trades.ts"
import type { ProductFields } from "#contract/studio/shelf.ts"
import type { ShelfCurrency } from "#contract/studio/shelf-price.ts"

export interface ShelfTables {
  products: ProductsTable
  productPictures: ProductPicturesTable
  shops: ShopsTable
  shopHandles: ShopHandlesTable
  shopVisits: ShopVisitsTable
  shopReports: ShopReportsTable
}

/** Written as text of JSON, read as what it says. */
type Json<Value> = ColumnType<Value, string, string>

/** What a person sells. */
interface ProductsTable {
  id: string
  accountId: string
  /** Last part of its address in the shop, from the first time it stood there. */
  slug: string | null
  name: string
  sku: string
  category: TradeSlug | null
  /** In kobo. */
  priceNgn: ColumnType<string | null, number | null, number | null>
  /** In cents. */
  priceUsd: ColumnType<string | null, number | null, number | null>
  options: Json<ProductFields["options"]>
  variants: Json<ProductFields["variants"]>
  /** Of a product without options: null where nobody counts, 0 when sold out. */
  stock: number | null
  /** Follows from stock and variants. */
  isSoldOut: boolean
  condition: ProductFields["condition"]
  text: string
  notes: string
  isOnShelf: boolean
  isTakenDown: Generated<boolean>
  takenDownFor: string | null
  /** The strike that it counts. */
  takedownId: Generated<string | null>
  /** The newest work on the photo that it was begun with. */
  cutOutRunId: Generated<string | null>
  sceneRunId: Generated<string | null>
  version: Generated<number>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  sequence: Generated<string>
}

/** A picture of a product, in its place; one of the three is named. */
interface ProductPicturesTable {
  productId: string
  position: number
  /** By which the shop's page asks for it. */
  id: string
  generationId: string | null
  photoshootId: string | null
  fileSequence: string | null
}

/** Where a person sells; at most one each. */
interface ShopsTable {
  accountId: string
  handle: string
  handleChangedAt: Date
  name: string
  /** As `#rrggbb`. */
  brandColour: string
  accentColour: string
  /** One of the three, or none. */
  logoGenerationId: string | null
  logoPhotoshootId: string | null
  logoFileSequence: string | null
  /** With its country, as `+2348012345678`; "" for none. */
  whatsApp: string
  /** The number whose code its seller typed in; another one is not proved. */
  provedNumber: Generated<string | null>
  instagram: string
  opening: string
  delivery: string
  currency: ShelfCurrency
  isPublished: boolean
  /** Whether anybody may know its address: from then on the handle changes rarely and the old one leads on. */
  wasPublished: boolean
  isTakenDown: Generated<boolean>
  takenDownFor: string | null
  /** The strike that it counts. */
  takedownId: Generated<string | null>
  /** Part of the secret in the address of its feed; the next one makes the address before worthless. */
  feedNumber: Generated<number>
  version: Generated<number>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

/** A handle that leads to a shop: the one it has, or one that it had. */
interface ShopHandlesTable {
  handle: string
  accountId: string
  createdAt: Generated<Date>
}

/** How often a page of a shop was looked at on a day. */
interface ShopVisitsTable {
  accountId: string
  day: string
  /** "" for the shop's own page. */
  productId: string
  visits: number
}

/** What somebody said of a shop, or of one product in it. */
interface ShopReportsTable {
  id: string
  /** Whose shop it is. */
  accountId: string
  /** Null for the shop itself. */
  productId: string | null
  reason: string
  note: string
  /** Keyed hash of the network it came from. */
  reporterKey: Buffer
  state: Generated<"open" | "upheld" | "dismissed">
  decidedAt: Date | null
  createdAt: Generated<Date>
  sequence: Generated<string>
}
