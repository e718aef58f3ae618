import { extname } from "node:path"
import type { Readable } from "node:stream"
import { messages } from "#contract/messages.ts"
import {
  type ManyChanged,
  maxDownloadBytes,
  type OwnPicturesQuery,
  pictureStarred,
} from "#contract/studio/own-pictures.ts"
import { transact } from "#server/db/open.ts"
import type { Collection } from "#server/declarations/collection.ts"
import type { Services } from "#server/declarations/services.ts"
import { deleteDocument, inTime, wholeDocument } from "#server/features/hosted/documents/service.ts"
import { generationsCollection } from "#server/features/studio/generations/collection.ts"
import { findDoubts, markDoubtful, pictureFileName } from "#server/features/studio/generations/service.ts"
import { zipStream } from "#server/platform/documents/zip-stream.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { publishEvent } from "#server/platform/realtime/realtime.ts"
import * as queries from "./queries.ts"
import { type Narrowing, styleModes } from "./terms.ts"

/** A picture with what is only for its owner. Not one of the collections that the hosted backend shows. */
export const ownPictures: Collection = {
  ...generationsCollection,
  attributes: {
    ...generationsCollection.attributes,
    prompt: { column: "prompt", type: "text" },
    sent_prompt: { column: "sentPrompt", type: "text" },
    is_starred: { compute: () => queries.isStarred },
  },
}

/** Own models whose pictures one list may name. */
const mostModels = 100

/**
 * A page of a person's own pictures, newest first.
 * @returns JSON text of the reply
 * @throws AppError `general_cursor_not_found`; `service_unavailable` when it takes too long
 */
export async function listPictures(s: Services, accountId: string, query: OwnPicturesQuery): Promise<string> {
  const { after, ...asked } = query
  const cursor = after === undefined ? null : await queries.findCursor(s.db, accountId, after)
  if (after !== undefined && cursor === null) {
    throw new AppError("general_cursor_not_found", "The picture that this page begins after is not there any more.")
  }
  const json = wholeDocument(s.config, ownPictures)
  const narrowing = await readNarrowing(s, accountId, asked)
  const page = await inTime(queries.listPage(s.lists, accountId, json, { cursor, narrowing }))
  return `{"data":[${page}]}`
}

async function readNarrowing(
  s: Services,
  accountId: string,
  { kind, ...filters }: Omit<OwnPicturesQuery, "after">,
): Promise<Narrowing | null> {
  if ([kind, ...Object.values(filters)].every((part) => part === undefined)) return null
  const anyMode =
    kind === undefined ? undefined : [...styleModes, ...(await queries.listModelWords(s.db, accountId, mostModels))]
  return { ...filters, anyMode }
}

/** What a person's pictures were made with. */
export async function listModes(s: Services, accountId: string): Promise<{ data: string[]; engines: string[] }> {
  const [data, engines] = await Promise.all(
    (["mode", "engine"] as const).map((column) => queries.listUsed(s.db, accountId, column)),
  )
  return { data: data ?? [], engines: engines ?? [] }
}

/**
 * Marks an own picture or takes the mark away, and tells the person's other screens.
 * @throws AppError `not_found`, also for another person's picture
 */
export async function starPicture(s: Services, accountId: string, id: string, isStarred: boolean): Promise<void> {
  await transact(s.db, async (tx) => {
    if (!(await queries.lockOwn(tx, accountId, id))) throw new AppError("not_found", "This picture does not exist.")
    await (isStarred ? queries.insertStars(tx, accountId, [id]) : queries.deleteStar(tx, id))
    await publishEvent(tx, accountId, pictureStarred, { id, is_starred: isStarred })
  })
}

/** Does one thing with each of these pictures. One that is refused takes nobody the others: each is a commit of its own. */
export async function eachPicture(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<ManyChanged> {
  const outcome: ManyChanged = { done: [], skipped: [] }
  for (const id of new Set(ids)) {
    try {
      await act(id)
      outcome.done.push(id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      outcome.skipped.push({ id, why: error.message })
    }
  }
  return outcome
}

/** Puts own pictures into the trash as they are put there one by one. */
export function deletePictures(s: Services, caller: Person, ids: readonly string[]): Promise<ManyChanged> {
  return eachPicture(ids, (id) => deleteDocument(s, generationsCollection, caller, id))
}

/**
 * Own pictures in the order in which they are named, read while they are sent. What is missing is told in a text file.
 * @throws AppError `not_found` when the person has none of them
 */
export async function packPictures(s: Services, accountId: string, wanted: readonly string[]): Promise<Readable> {
  const ids = [...new Set(wanted)]
  const pictures = new Map((await queries.listStored(s.db, accountId, ids)).map((picture) => [picture.id, picture]))
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
