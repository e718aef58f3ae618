import type { ColumnType, Generated } from "kysely"
import type { TradeSlug } from "#contract/catalogue/trades.ts"
import type { ProductFields } from "#contract/studio/shelf.ts"

export interface ShelfTables {
  products: ProductsTable
  productPictures: ProductPicturesTable
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
