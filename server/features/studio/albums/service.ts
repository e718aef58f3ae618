import type { Readable } from "node:stream"
import type { z } from "zod"
import {
  type Album,
  type AlbumNumbers,
  albumStep,
  albumsChanged,
  type changeAlbum as changeAlbumCall,
  type createAlbum as createAlbumCall,
  type deleteAlbum as deleteAlbumCall,
  maxAlbumPictures,
  maxAlbums,
} from "#contract/studio/albums.ts"
import type { ManyChanged } from "#contract/studio/own-pictures.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { pictureFileName } from "#server/features/studio/generations/service.ts"
import { deletePictures, packPictures } from "#server/features/studio/own-pictures/service.ts"
import { addressesOf } from "#server/media/picture-addresses.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { newId } from "#server/platform/ids.ts"
import { publishEvent } from "#server/platform/realtime/realtime.ts"
import * as queries from "./queries.ts"

/** A person's albums by name. @param pictures ids of which is told how many are in each */
export async function listAlbums(
  s: Pick<Services, "db">,
  accountId: string,
  pictures?: readonly string[],
): Promise<Album[]> {
  return (await queries.listAlbums(s.db, accountId, { pictures })).map(toAlbum)
}

/** @throws AppError `step_not_allowed` for too many; `general_argument_invalid` for a product that is not theirs or has an album */
export function createAlbum(
  s: Pick<Services, "db">,
  accountId: string,
  { name, productId: wanted }: z.output<typeof createAlbumCall.body>,
): Promise<Album> {
  const productId = wanted ?? null
  return transact(s.db, async (tx) => {
    await queries.lockAlbums(tx, accountId)
    if ((await queries.countAlbums(tx, accountId)) >= maxAlbums) {
      throw new AppError("step_not_allowed", `You have ${maxAlbums} albums, which is the most. Delete one first.`)
    }
    await requireProduct(tx, accountId, productId, null)
    const id = newId()
    await queries.insertAlbum(tx, { id, accountId, name, productId })
    return told(tx, accountId, id)
  })
}

/** Changes what is named and leaves the rest. @throws AppError `not_found`; as `createAlbum` for the product */
export function changeAlbum(
  s: Pick<Services, "db">,
  accountId: string,
  albumId: string,
  { name, is_archived: isArchived, productId }: z.output<typeof changeAlbumCall.body>,
): Promise<Album> {
  return transact(s.db, async (tx) => {
    await queries.lockAlbums(tx, accountId)
    await hold(tx, accountId, albumId)
    await requireProduct(tx, accountId, productId ?? null, albumId)
    await queries.updateAlbum(tx, albumId, { name, isArchived, productId })
    return told(tx, accountId, albumId)
  })
}

/** What goes with an album when it is deleted. @throws AppError `not_found` */
export async function countAlbum(s: Pick<Services, "db">, accountId: string, albumId: string): Promise<AlbumNumbers> {
  await findAlbum(s.db, accountId, albumId)
  return queries.countAll(s.db, albumId)
}

/**
 * Deletes an album alone, or puts some of its pictures into the trash first and deletes it once none is left.
 * @throws AppError `not_found`
 */
export async function deleteAlbum(
  s: Services,
  caller: Person,
  albumId: string,
  { pictures }: z.output<typeof deleteAlbumCall.body>,
): Promise<z.output<typeof deleteAlbumCall.reply>["data"]> {
  const { accountId } = caller
  await findAlbum(s.db, accountId, albumId)
  const some = pictures === "trash" ? await queries.listSome(s.db, albumId, albumStep) : []
  const { done } = await deletePictures(s, caller, some)
  return transact(s.db, async (tx) => {
    await hold(tx, accountId, albumId)
    const { pictures: left } = pictures === "trash" ? await queries.countAll(tx, albumId) : { pictures: 0 }
    if (left === 0) await queries.deleteAlbum(tx, albumId)
    await publishEvent(tx, accountId, albumsChanged, { id: albumId })
    return { is_deleted: left === 0, trashed: done.length, left }
  })
}

/** Puts own pictures into an album, as many as it has room for. @throws AppError `not_found` */
export function addPictures(
  s: Pick<Services, "db">,
  accountId: string,
  albumId: string,
  ids: readonly string[],
): Promise<ManyChanged> {
  return transact(s.db, async (tx) => {
    await hold(tx, accountId, albumId)
    const own = await queries.lockOwn(tx, accountId, ids)
    const kept = await queries.listKept(tx, albumId, ids)
    let room = maxAlbumPictures - (await queries.countKept(tx, albumId))
    const outcome: ManyChanged = { done: [], skipped: [] }
    for (const id of new Set(ids)) {
      if (!own.has(id)) outcome.skipped.push({ id, why: "This picture does not exist." })
      else if (!kept.has(id) && room-- <= 0) {
        outcome.skipped.push({ id, why: `An album has at most ${maxAlbumPictures.toLocaleString("en")} pictures.` })
      } else outcome.done.push(id)
    }
    await queries.putInto(tx, albumId, outcome.done)
    await publishEvent(tx, accountId, albumsChanged, { id: albumId })
    return outcome
  })
}

/** Takes pictures out of an album; those that are not in it are out as well. @throws AppError `not_found` */
export function takePictures(
  s: Pick<Services, "db">,
  accountId: string,
  albumId: string,
  ids: readonly string[],
): Promise<ManyChanged> {
  return transact(s.db, async (tx) => {
    await hold(tx, accountId, albumId)
    await queries.takeOut(tx, albumId, ids)
    await publishEvent(tx, accountId, albumsChanged, { id: albumId })
    return { done: [...new Set(ids)], skipped: [] }
  })
}

/** The pictures of an album as a ZIP, the last that was made first. @throws AppError `not_found`, also without a picture */
export async function packAlbum(
  s: Services,
  accountId: string,
  albumId: string,
): Promise<{ name: string; bytes: Readable }> {
  const { name } = await findAlbum(s.db, accountId, albumId)
  const ids = await queries.listSome(s.db, albumId, maxAlbumPictures)
  if (ids.length === 0) throw new AppError("not_found", "No picture is in this album.")
  return { name: pictureFileName(name, albumId, "zip"), bytes: await packPictures(s, accountId, ids) }
}

async function findAlbum(db: Db, accountId: string, albumId: string): Promise<queries.AlbumRow> {
  const [album] = await queries.listAlbums(db, accountId, { one: albumId })
  if (!album) throw missing()
  return album
}

async function hold(tx: Tx, accountId: string, albumId: string): Promise<void> {
  if (!(await queries.lockAlbum(tx, accountId, albumId))) throw missing()
}

async function requireProduct(
  tx: Tx,
  accountId: string,
  productId: string | null,
  albumId: string | null,
): Promise<void> {
  if (productId === null) return
  const state = await queries.findProduct(tx, accountId, productId, albumId)
  if (state === "free") return
  const message = state ? "This product has an album already." : "This product does not exist."
  throw new AppError("general_argument_invalid", message, { fields: { productId: message } })
}

/** The album as it is now, told to the person's other screens. */
async function told(tx: Tx, accountId: string, albumId: string): Promise<Album> {
  await publishEvent(tx, accountId, albumsChanged, { id: albumId })
  return toAlbum(await findAlbum(tx, accountId, albumId))
}

function missing(): AppError {
  return new AppError("not_found", "This album does not exist any more.")
}

function toAlbum(row: queries.AlbumRow): Album {
  const { id, name, count, chosen, isArchived, productId, productName, coverId, coverVersion } = row
  const version = coverVersion ?? 0
  return {
    ...{ id, name, count, chosen, is_archived: isArchived },
    cover: coverId === null ? null : addressesOf({ source: "generations", id: coverId, version }).preview,
    product: productId === null ? null : { id: productId, name: productName ?? "" },
  }
}
