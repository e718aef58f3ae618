import { sql } from "kysely"
import type { Db } from "#server/db/open.ts"
import { createBatches } from "#server/platform/limits/batch.ts"

/** A picture in whose making a cut-out took part that the engine was not sure of, and nobody has looked at since. */
export interface OpenDoubt {
  pictureId: string
  /** Id of the cut-out. */
  cutOutId: string
  /** Whether that one lies in the trash. */
  isTrashed: boolean
  /** Of the cut-out as it is now. */
  width: number
  height: number
  version: number
}

/** How many works a doubt is followed through: a cut-out in a scene, the scene enlarged, and so on. */
const furthest = 12

/**
 * The one reader of doubts: whatever says of pictures that they are done asks here first. A cut-out's doubt is that of all that was
 * made of it. Nothing is told of other people's pictures.
 * @returns those with an open doubt, in the order in which they were asked for
 */
export async function findDoubts(db: Db, accountId: string, pictureIds: readonly string[]): Promise<OpenDoubt[]> {
  if (pictureIds.length === 0) return []
  const { rows } = await sql<OpenDoubt>`
    with recursive made (picture_id, made_of, steps) as (
      select id, id, 0 from generations where id in (${sql.join(pictureIds)}) and account_id = ${accountId}
      union
      select made.picture_id, before.id, made.steps + 1
      from made join generations_with_trash as picture on picture.id = made.made_of join runs on runs.id = picture.run_id
      cross join lateral (
        select id from generations_with_trash where run_id in (runs.id, runs.input ->> 'cutOutRunId') and mode = 'bg-remover'
        union
        select id from generations_with_trash
          where runs.input #>> '{source,from}' = 'picture' and id = runs.input #>> '{source,id}'
      ) as before
      where made.steps < ${furthest} and before.id <> made.made_of
    )
    select distinct on (made.picture_id) made.picture_id as "pictureId", picture.id as "cutOutId",
      picture.trashed_at is not null as "isTrashed", picture.width, picture.height, picture.version
    from made join generations_with_trash as picture on picture.id = made.made_of join runs on runs.id = picture.run_id
    where picture.mode = 'bg-remover' and runs.result ->> 'isSure' = 'false'
      and not exists (select from settled_cut_outs where generation_id = picture.id)
    order by made.picture_id, picture.trashed_at nulls first, picture.id`.execute(db)
  const places = new Map(pictureIds.map((id, place) => [id, place]))
  return rows.sort((one, other) => (places.get(one.pictureId) ?? 0) - (places.get(other.pictureId) ?? 0))
}

/** What one thing that was made asks of its doubts. */
export interface DoubtQuestion {
  accountId: string
  pictureIds: readonly string[]
}

/** The first open doubt of one piece of work: those of a whole batch are found together. */
export const findDoubt = createBatches(async (db: Db, questions: readonly DoubtQuestion[]) => {
  const found = new Map<string, OpenDoubt>()
  for (const accountId of new Set(questions.map((question) => question.accountId))) {
    const own = questions.filter((question) => question.accountId === accountId)
    const ids = [...new Set(own.flatMap(({ pictureIds }) => pictureIds))]
    for (const doubt of await findDoubts(db, accountId, ids)) found.set(doubt.pictureId, doubt)
  }
  return questions.map(({ pictureIds }) => pictureIds.flatMap((id) => found.get(id) ?? [])[0])
})

/** The name of a file that deserves a look: "shoe.png" becomes "shoe-look-at-this.png". */
export function markDoubtful(name: string): string {
  return name.replace(/(?=\.[^.]*$)/, "-look-at-this")
}
