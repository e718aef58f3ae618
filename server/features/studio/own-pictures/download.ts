import { extname } from "node:path"
import type { Readable } from "node:stream"
import { messages } from "#contract/messages.ts"
import { maxDownloadBytes } from "#contract/studio/own-pictures.ts"
import type { Services } from "#server/declarations/services.ts"
import { findDoubts, markDoubtful, pictureFileName } from "#server/features/studio/generations/service.ts"
import { zipStream } from "#server/platform/documents/zip-stream.ts"
import { AppError } from "#server/platform/errors.ts"
import { listStored } from "./queries.ts"

/**
 * Own pictures in the order in which they are named, read while they are sent. What is missing is told in a text file.
 * @throws AppError `not_found` when the person has none of them
 */
export async function packPictures(s: Services, accountId: string, wanted: readonly string[]): Promise<Readable> {
  const ids = [...new Set(wanted)]
  const pictures = new Map((await listStored(s.db, accountId, ids)).map((picture) => [picture.id, picture]))
  if (pictures.size === 0) throw new AppError("not_found", "None of these pictures is there any more.")
  const doubtful = new Set((await findDoubts(s.db, accountId, [...pictures.keys()])).map(({ pictureId }) => pictureId))
  return zipStream(
    async (zip) => {
      const leftOut: string[] = []
      const toLookAt: string[] = []
      let bytes = 0
      for (const [index, id] of ids.entries()) {
        const picture = pictures.get(id)
        if (!picture) {
          leftOut.push(`${id}: it is not among your pictures any more.`)
          continue
        }
        const { prompt, storageKey, byteSize, createdAt } = picture
        const number = String(index + 1).padStart(3, "0")
        const plain = pictureFileName(prompt, id, extname(storageKey).slice(1))
        const isDoubtful = doubtful.has(id)
        const name = `${number}-${isDoubtful ? markDoubtful(plain) : plain}`
        if (bytes + byteSize > maxDownloadBytes) {
          leftOut.push(`${name}: the download would be larger than ${maxDownloadBytes / 1_000_000} MB with it.`)
          continue
        }
        const stored = await s.storage.get(storageKey)
        if (!stored) {
          leftOut.push(`${name}: its file was deleted a moment ago.`)
          continue
        }
        bytes += byteSize
        await zip.addFile(name, stored.body, { mtime: createdAt })
        if (isDoubtful) toLookAt.push(`${name}: ${messages.cutOutDoubt}.`)
      }
      if (toLookAt.length > 0) zip.addText("look-at-these.txt", [...toLookAt, ""].join("\r\n"))
      if (leftOut.length > 0) zip.addText("left-out.txt", ["Not in this download:", ...leftOut, ""].join("\r\n"))
    },
    (error) => s.log.error({ err: error }, "a download of pictures broke off"),
  )
}
