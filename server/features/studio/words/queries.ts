import { sql } from "kysely"
import type { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"
import { maxRecentPrompts } from "#contract/studio/words/recent-prompts.ts"
import type { Db, Tx } from "#server/db/open.ts"

const presetColumns = ["id", "name", "mode", "aspectRatio", "numOutputs", "isPublic", "isPinned"] as const

export function listPresets(db: Db, accountId: string) {
  return db
    .selectFrom("presets")
    .select(presetColumns)
    .where("accountId", "=", accountId)
    .orderBy("isPinned", "desc")
    .orderBy(sql`lower(name)`)
    .execute()
}

/** A person's presets are changed one after the other. */
export async function lockPresets(tx: Tx, accountId: string): Promise<void> {
  await tx.selectFrom("accounts").select("id").where("id", "=", accountId).forNoKeyUpdate().execute()
}

/** @param others leaves one preset out */
export async function hasName(tx: Tx, accountId: string, name: string, others?: string): Promise<boolean> {
  const row = await tx
    .selectFrom("presets")
    .select("id")
    .where("accountId", "=", accountId)
    .where(sql`lower(name)`, "=", sql`lower(${name})`)
    .$if(others !== undefined, (query) => query.where("id", "!=", others ?? ""))
    .executeTakeFirst()
  return row !== undefined
}

export async function countPresets(tx: Tx, accountId: string): Promise<number> {
  const row = await tx
    .selectFrom("presets")
    .select((build) => build.fn.countAll<number>().as("presets"))
    .where("accountId", "=", accountId)
    .executeTakeFirstOrThrow()
  return Number(row.presets)
}

interface NewPreset {
  id: string
  accountId: string
  name: string
  mode: string
  aspectRatio: AspectRatio
  numOutputs: number
  isPublic: boolean
}

export function insertPreset(tx: Tx, preset: NewPreset) {
  return tx.insertInto("presets").values(preset).returning(presetColumns).executeTakeFirstOrThrow()
}

/** Adds presets, but none under a name that the person has. @returns how many */
export async function insertPresets(tx: Tx, presets: readonly (NewPreset & { isPinned: boolean })[]): Promise<number> {
  if (presets.length === 0) return 0
  const added = await tx
    .insertInto("presets")
    .values(presets)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute()
  return added.length
}

/** @returns undefined when the person has none of this id */
export function updatePreset(tx: Tx, accountId: string, id: string, change: { name?: string; isPinned?: boolean }) {
  return tx
    .updateTable("presets")
    .set({ id, ...change })
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .returning(presetColumns)
    .executeTakeFirst()
}

/** @returns false when the person has none of this id */
export async function deletePreset(db: Db, accountId: string, id: string): Promise<boolean> {
  const row = await db
    .deleteFrom("presets")
    .where("id", "=", id)
    .where("accountId", "=", accountId)
    .returning("id")
    .executeTakeFirst()
  return row !== undefined
}

/** Pictures that are looked through for different words: a thousand orders of two. */
const lookedAt = 2_000

/** The last different words of a person's pictures that they did not take off the list since. */
export async function listPrompts(db: Db, accountId: string) {
  const { rows } = await sql<{ id: string; prompt: string; usedAt: Date }>`
    select md5(prompt) as id, prompt, max(created_at) as "usedAt"
    from (
      select prompt, created_at from generations where account_id = ${accountId}
      order by created_at desc, sequence limit ${lookedAt}
    ) as picture
    where not exists (
      select from forgotten_prompts as forgotten
      where forgotten.account_id = ${accountId} and forgotten.digest in ('', md5(picture.prompt))
        and forgotten.forgotten_at >= picture.created_at
    )
    group by prompt order by max(created_at) desc, prompt limit ${maxRecentPrompts}`.execute(db)
  return rows
}

/** Takes words off the list; words that none of the person's pictures has are passed over. */
export async function forgetPrompt(db: Db, accountId: string, digest: string): Promise<void> {
  await sql`insert into forgotten_prompts (account_id, digest)
    select ${accountId}, ${digest} where exists (
      select from generations where account_id = ${accountId} and md5(prompt) = ${digest}
    )
    on conflict (account_id, digest) do update set forgotten_at = now()`.execute(db)
}

export async function forgetAll(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom("forgottenPrompts").where("accountId", "=", accountId).execute()
  await tx.insertInto("forgottenPrompts").values({ accountId, digest: "" }).execute()
}

/** When words were taken off the list, for the copy of a person's data. */
export function listForgotten(db: Db, accountId: string) {
  return db
    .selectFrom("forgottenPrompts")
    .select(["digest", "forgottenAt"])
    .where("accountId", "=", accountId)
    .orderBy("forgottenAt")
    .execute()
}

/** Notes when words were taken off the list, unless they were later. */
export async function insertForgotten(
  tx: Tx,
  forgotten: readonly { accountId: string; digest: string; forgottenAt: Date }[],
): Promise<void> {
  if (forgotten.length === 0) return
  await tx
    .insertInto("forgottenPrompts")
    .values(forgotten)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
