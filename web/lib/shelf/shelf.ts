import { queryOptions } from "@tanstack/react-query"
import { getProduct, type Product, type ProductFields, type ShelfPictureRef } from "#contract/studio/shelf.ts"
import { type FromPhoto, getFromPhoto } from "#contract/studio/shelf-from-photo.ts"
import { getShop } from "#contract/studio/shelf-shop.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { picturePath } from "#web/lib/photos/picture-path.ts"
import { isOpen, pollEveryMs } from "#web/lib/studio/runs.ts"

/** The seller's list of products. */
export const shelfPath = "/shelf"

/** The screen on which the shop is set up. */
export const shopSettingsPath = `${shelfPath}/shop`

/** What sellers ask about shelf and shop. */
export const sellingHelpPath = `${shelfPath}/help`

/** The screen on which a spreadsheet is read in. */
export const tablePath = `${shelfPath}/table`

/** The seller's shop; null before there is one. */
export const shopQuery = queryOptions({
  queryKey: [...queryKeys.products, "shop"],
  meta: { isKept: true },
  queryFn: async ({ signal }) => (await call(getShop, { signal })).data,
})

/** The screen on which a product is made. @param waitsAs what was saved there without a connection */
export function newProductAddress(waitsAs: string): string {
  return `${shelfPath}/new?waiting=${waitsAs}`
}

/** Whether a product says what was sent. */
export function isSaved(fields: ProductFields, product: Product): boolean {
  const there = { ...product, pictures: product.pictures.map(({ source, id }) => ({ source, id })) }
  return Object.entries(fields).every(
    ([name, value]) => JSON.stringify(there[name as keyof ProductFields]) === JSON.stringify(value),
  )
}

/** The screen on which a product is changed. */
export function productAddress(id: string): string {
  return `${shelfPath}/${id}`
}

const addresses: Readonly<Record<ShelfPictureRef["source"], RegExp>> = {
  generations: /^\/pictures\/([^/?]+)/,
  photoshoots: /^\/photoshoots\/([^/?]+)/,
  files: /^\/v1\/storage\/buckets\/images\/files\/([^/?]+)/,
}

/** Which picture of the person's own an address shows. @returns undefined for one that is kept nowhere here */
export function pictureRefOf(address: string): ShelfPictureRef | undefined {
  const path = picturePath(address)
  for (const source of ["generations", "photoshoots", "files"] as const) {
    const id = addresses[source].exec(path)?.[1]
    if (id !== undefined) return { source, id }
  }
  return undefined
}

/** One product of the seller's. */
export function productQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.products, id],
    meta: { isKept: true },
    queryFn: async ({ signal }) => (await call(getProduct, { params: { productId: id }, signal })).data,
  })
}

/** How far a product is that was begun with one photo; looked at again until nothing is on its way, and then the product with it. */
export function fromPhotoQuery(id: string) {
  return queryOptions({
    queryKey: [...queryKeys.products, id, "from-photo"],
    meta: { isKept: true },
    queryFn: async ({ client, signal }) => {
      const { data } = await call(getFromPhoto, { params: { productId: id }, signal })
      if (data && !isMaking(data)) await client.fetchQuery({ ...productQuery(id), staleTime: 0 })
      return data
    },
    // A cut-out is looked at on another screen, and then there is more to do here.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data && isMaking(data) ? pollEveryMs : false),
  })
}

/** Whether pictures of a product are on their way. */
export function isMaking({ cutOut, scene }: FromPhoto): boolean {
  return isOpen(cutOut) || (scene !== null && isOpen(scene))
}
