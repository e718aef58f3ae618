import { imagesBucketId } from "#contract/hosted/files.ts"
import type { Arrival } from "#server/declarations/personal-data.ts"

const picture = /^(\/pictures\/)([\w.-]+)(\/\d+)?$/
const upload = new RegExp(`^(/v1/storage/buckets/${imagesBucketId}/files/)([\\w.-]+)(/[a-z]+)$`)

/**
 * Where an address of another installation leads here.
 * @param from address of that installation
 * @returns as `Arrival.addressHere` says
 */
export function addressHere(
  address: string,
  { from, publicUrl, pictures, uploads }: { from: string; publicUrl: string } & Pick<Arrival, "pictures" | "uploads">,
): string | null {
  const there = URL.parse(from)
  const url = URL.parse(address, there?.href)
  if (!url || !there || url.origin !== there.origin) return address.startsWith("/") ? null : address
  const [, folder = "", id = "", rest = ""] = picture.exec(url.pathname) ?? upload.exec(url.pathname) ?? []
  const idHere = (folder === "/pictures/" ? pictures : uploads).get(id)
  if (idHere === undefined) return null
  // The number of a version means nothing here.
  const search = folder === "/pictures/" ? "" : url.search
  return `${address.startsWith("/") ? "" : publicUrl}${folder}${idHere}${rest}${search}`
}
