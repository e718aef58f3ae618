import type { Readable } from "node:stream"
import { messages } from "#contract/messages.ts"
import { maxDownloadBytes } from "#contract/studio/own-pictures.ts"
import { plainPrice } from "#contract/studio/shelf-price.ts"
import type { Services } from "#server/declarations/services.ts"
import { readPictureFile } from "#server/features/hosted/files/service.ts"
import { findDoubts, markDoubtful } from "#server/features/studio/generations/service.ts"
import { csvLine } from "#server/platform/documents/csv.ts"
import { type ZipWriter, zipStream } from "#server/platform/documents/zip-stream.ts"
import { AppError } from "#server/platform/errors.ts"
import { downloadName } from "#server/platform/text/download-name.ts"
import { findProduct, listForCopy, listStoredPictures, type ProductRow, type StoredProductPicture } from "./queries.ts"

/** Products that are read at a time: the length of a shelf costs no memory. */
const pageRows = 50

const columns = ["product", "number", "price_ngn", "price_usd", "in_shop", "file", "bytes", "reason"] as const

const endings: Readonly<Record<string, string>> = { "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp" }

/**
 * The pictures of one product, or of the whole shelf, read while they are sent. Which is whose, and what is missing, stands in the
 * table, which comes last.
 * @param productId null for all
 * @throws AppError `not_found` for a product that is not the person's, and for an empty shelf
 */
export async function packProducts(s: Services, accountId: string, productId: string | null): Promise<Readable> {
  const read = async (after: string | null): Promise<ProductRow[]> => {
    if (productId === null) return listForCopy(s.db, accountId, pageRows, after)
    const row = after === null ? await findProduct(s.db, accountId, productId) : undefined
    return row ? [row] : []
  }
  const first = await read(null)
  if (first.length === 0) throw new AppError("not_found", "There is nothing on your shelf to pack.")
  return zipStream(
    async (zip) => {
      const lines = [csvLine(columns)]
      const pack = { zip, lines, bytes: 0, products: 0 }
      for (let rows = first; rows.length > 0; rows = await read(rows.at(-1)?.sequence ?? null)) {
        const pictures = await listStoredPictures(
          s.db,
          rows.map(({ id }) => id),
        )
        const made = pictures.flatMap(({ generationId }) => generationId ?? [])
        const doubts = new Set((await findDoubts(s.db, accountId, made)).map(({ pictureId }) => pictureId))
        for (const row of rows) await packOne(s, pack, row, pictures, doubts)
      }
      await zip.addFile("manifest.csv", Buffer.from(lines.join("")))
    },
    (error) => s.log.error({ err: error }, "a download of products broke off"),
  )
}

interface Pack {
  zip: ZipWriter
  /** Lines of the table; those of 2,000 products with 12 pictures each are some megabytes. */
  lines: string[]
  bytes: number
  products: number
}

async function packOne(
  s: Services,
  pack: Pack,
  row: ProductRow,
  all: readonly StoredProductPicture[],
  doubts: ReadonlySet<string | null>,
): Promise<void> {
  pack.products += 1
  const price = (minor: string | null): string => (minor === null ? "" : plainPrice(Number(minor)))
  const about = [row.name, row.sku, price(row.priceNgn), price(row.priceUsd), row.isOnShelf ? "yes" : "no"]
  const folder = `${String(pack.products).padStart(4, "0")}-${downloadName(row.name) || "product"}`
  const pictures = all.filter(({ productId }) => productId === row.id)
  if (pictures.length === 0) pack.lines.push(csvLine([...about, "", "", "no picture"]))
  for (const [place, picture] of pictures.entries()) {
    const plain = `${folder}/${String(place + 1).padStart(2, "0")}.${endings[picture.mimeType] ?? "bin"}`
    const isDoubtful = doubts.has(picture.generationId)
    const name = isDoubtful ? markDoubtful(plain) : plain
    const reason = await addPicture(s, pack, name, picture)
    const [file, bytes, words] =
      reason === "" ? [name, picture.byteSize, isDoubtful ? messages.cutOutDoubt : ""] : ["", "", reason]
    pack.lines.push(csvLine([...about, file, bytes, words]))
  }
}

/** @returns why it is not in the pack; "" when it is */
async function addPicture(s: Services, pack: Pack, name: string, picture: StoredProductPicture): Promise<string> {
  if (pack.bytes + Number(picture.byteSize) > maxDownloadBytes) {
    return `the download would be larger than ${maxDownloadBytes / 1_000_000} MB with it`
  }
  const { storageKey, fileId, fileSequence } = picture
  const body =
    storageKey === null
      ? fileId && (await readPictureFile(s, { id: fileId, sequence: fileSequence }))
      : ((await s.storage.get(storageKey))?.body ?? null)
  if (!body) return "its file was deleted a moment ago"
  pack.bytes += Number(picture.byteSize)
  await pack.zip.addFile(name, body)
  return ""
}
