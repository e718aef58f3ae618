import sharp from "sharp"
import { emptyProduct, type Product, type ProductFields } from "#contract/studio/shelf.ts"
import type { Shop, ShopFields } from "#contract/studio/shelf-shop.ts"
import { twoColours, uploaded } from "#server/testing/records/uploads.ts"
import type { TestApp, TestPerson } from "#server/testing/test-app.ts"

/** A shop as its form sends it first. */
export const newShop = {
  handle: "adas-bags",
  name: "Ada's Bags",
  logo: null,
  brandColour: "#33249c",
  accentColour: "#d9962e",
  whatsApp: "0803 123 4567",
  instagram: "@adasbags",
  opening: "Bags sewn in Yaba.",
  delivery: "Lagos in two days.",
  currency: "NGN",
  isPublished: true,
  version: 0,
} as const satisfies ShopFields & { version: number }

/** A browser of a person, as it asks for pages. */
export const browser = { accept: "text/html", "user-agent": "Mozilla/5.0 (Linux; Android 14)" }

let count = 0

/** Opens a shop with one product of one uploaded picture. */
export async function openShop(
  t: TestApp,
  { shop, product }: { shop?: Partial<ShopFields>; product?: Partial<ProductFields> } = {},
): Promise<{ person: TestPerson; shop: Shop; product: Product }> {
  const person = await t.signUp({ isVerified: true })
  count += 1
  const handle = `shop-${count}-${Date.now().toString(36)}`
  const made = await t.request("PUT", "/own-shop", { person, body: { ...newShop, handle, ...shop } })
  if (made.statusCode !== 200) throw new Error(made.body)
  return { person, shop: made.json().data, product: await addProduct(t, person, product) }
}

/** Puts a product with a picture into a person's shop. */
export async function addProduct(
  t: TestApp,
  person: TestPerson,
  fields: Partial<ProductFields> = {},
): Promise<Product> {
  count += 1
  const bytes = await twoColours(640 + count, 480)
    .png()
    .toBuffer()
  const file = await uploaded(t, bytes, { person, bucket: "images", name: "bag.png" })
  const body = {
    ...emptyProduct,
    name: "Red handbag",
    priceNgn: 1_500_000,
    isOnShelf: true,
    pictures: [{ source: "files", id: file.$id }],
    ...fields,
  }
  const made = await t.request("POST", "/shelf/products", { person, body })
  if (made.statusCode !== 201) throw new Error(made.body)
  return made.json().data
}

/** Changes a product as its form does. */
export async function changeProduct(
  t: TestApp,
  person: TestPerson,
  { id, slug: _slug, takenDownFor: _why, updatedAt: _when, ...fields }: Product,
  change: Partial<ProductFields>,
): Promise<Product> {
  const pictures = fields.pictures.map(({ source, id: pictureId }) => ({ source, id: pictureId }))
  const reply = await t.request("PUT", `/shelf/products/${id}`, { person, body: { ...fields, pictures, ...change } })
  if (reply.statusCode !== 200) throw new Error(reply.body)
  return reply.json().data
}

/** Sides and bytes of a picture that was answered. */
export async function measure(
  bytes: Buffer,
): Promise<{ width: number; height: number; bytes: number; format: string }> {
  const { width, height, format } = await sharp(bytes).metadata()
  return { width, height, format, bytes: bytes.length }
}
