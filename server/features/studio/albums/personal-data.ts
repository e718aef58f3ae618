import { z } from "zod"
import { serialiseDate } from "#contract/primitives.ts"
import { AlbumName, maxAlbumPictures, maxAlbums } from "#contract/studio/albums.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import { newId } from "#server/platform/ids.ts"
import {
  countKept,
  insertAlbum,
  listAlbums,
  listForCopy,
  listKept,
  lockAlbums,
  putInto,
  updateAlbum,
} from "./queries.ts"

const Albums = z.array(z.object({ name: AlbumName, isArchived: z.boolean(), pictures: z.array(z.string()) }))

/** A person's albums and which pictures are in them; they go with the account's row. */
export const albumData: PersonalData = {
  async *records(s, { accountId }) {
    const albums = await listForCopy(s.db, accountId)
    if (albums.length === 0) return
    yield {
      name: "albums.json",
      value: albums.map(({ createdAt, ...album }) => ({ ...album, createdAt: serialiseDate(createdAt) })),
    }
  },
  takes: ["albums.json"],
  async takeIn(_s, { copy, pictures, came, left }) {
    const albums = (await copy.record("albums.json", Albums)) ?? []
    return async (tx, accountId) => {
      if (albums.length === 0) return
      await lockAlbums(tx, accountId)
      // An album of the same name is the same one: a copy that comes again adds to it what it lacks.
      const all = await listAlbums(tx, accountId)
      const here = new Map(all.map(({ id, name }) => [name.toLowerCase(), id]))
      let [made, over, room] = [0, 0, maxAlbums - all.length]
      for (const { name, isArchived, pictures: ids } of albums) {
        const known = here.get(name.toLowerCase())
        if (known === undefined && room-- <= 0) {
          over++
          continue
        }
        const id = known ?? newId()
        if (known === undefined) {
          await insertAlbum(tx, { id, accountId, name, productId: null })
          await updateAlbum(tx, id, { isArchived })
          here.set(name.toLowerCase(), id)
          made++
        }
        const own = [...new Set(ids.flatMap((picture) => pictures.get(picture) ?? []))]
        const kept = await listKept(tx, id, ["", ...own])
        await putInto(
          tx,
          id,
          own.filter((one) => !kept.has(one)).slice(0, maxAlbumPictures - (await countKept(tx, id))),
        )
      }
      came("albums", made)
      left("albums", over, `an account keeps ${maxAlbums} at most`)
    }
  },
}
