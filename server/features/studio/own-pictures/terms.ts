import { type RawBuilder, sql } from "kysely"
import { modes } from "#contract/catalogue/modes.ts"
import type { PictureFilters } from "#contract/studio/own-pictures.ts"
import type { Condition } from "#server/declarations/collection.ts"

/** What a person's own pictures are narrowed by. */
export interface Narrowing extends PictureFilters {
  /** Any of these modes. */
  anyMode: readonly string[] | undefined
}

/** The modes that are styles; own models go by their words. */
export const styleModes: readonly string[] = modes
  .filter(({ screen }) => screen === "/generations/flux/lora")
  .map(({ slug }) => slug)

/** What narrows, as a search of the index that knows the owner of each term (migration 0190). */
export function indexCondition(accountId: string, narrowing: Narrowing): Condition {
  const { words, mode, anyMode, seenBy, starred, album } = narrowing
  const named = (name: string): string => quoted(`${accountId}=${name}`)
  const terms = [
    ...(mode === undefined ? [] : [named(mode)]),
    ...(anyMode === undefined ? [] : [`(${anyMode.map(named).join(" | ")})`]),
    ...(seenBy === undefined ? [] : [quoted(`${accountId}${seenBy === "everyone" ? "+" : "-"}`)]),
  ]
  const parts = [
    ...(words === undefined ? [] : [begun(words, `${accountId}/`)]),
    ...(terms.length === 0 ? [] : [sql<string>`${terms.join(" & ")}::text`]),
  ]
  const conditions: Condition[] = []
  if (parts.length > 0) {
    const query = sql.join(parts, sql` || ' & ' || `)
    conditions.push(sql`picture_terms(account_id, prompt, mode, is_public) @@ (${query})::tsquery`)
  }
  if (starred !== undefined) {
    conditions.push(oneOf(sql`select generation_id from picture_stars where account_id = ${accountId}`))
  }
  if (album !== undefined) {
    conditions.push(oneOf(sql`select generation_id from album_pictures where album_id = ${album}`))
  }
  // Without a term of theirs it would be looked for among everybody's.
  if (parts.length === 0) conditions.push(sql`account_id = ${accountId}`)
  conditions.push(...plainConditions(narrowing))
  return sql`${sql.join(conditions, sql` and `)}`
}

/** As an array they are read first, and each picture by its id; otherwise all that the person has are looked through. */
function oneOf(ids: RawBuilder<unknown>): Condition {
  return sql`id = any(array(${ids}))`
}

/** What a row says by itself, whoever asks. */
function plainConditions({ shape, engine, from, to }: Narrowing): Condition[] {
  const conditions: Condition[] = []
  if (shape !== undefined) conditions.push(sql`aspect_ratio = ${shape}`)
  if (engine !== undefined) conditions.push(sql`engine = ${engine}`)
  if (from !== undefined) conditions.push(sql`created_at >= ${from}::timestamptz`)
  if (to !== undefined) conditions.push(sql`created_at < ${to}::timestamptz`)
  return conditions
}

/** The same as told from a row itself, which goes by the name `newest`; worth it for a few rows. */
export function rowCondition(narrowing: Narrowing): Condition {
  const { words, mode, anyMode, seenBy, starred, album } = narrowing
  const conditions: Condition[] = plainConditions(narrowing)
  if (mode !== undefined) conditions.push(sql`mode = ${mode}`)
  if (anyMode !== undefined) conditions.push(sql`mode in (${sql.join(anyMode)})`)
  if (seenBy !== undefined) conditions.push(sql`is_public = ${seenBy === "everyone"}`)
  if (starred !== undefined) conditions.push(sql`exists (select from picture_stars where generation_id = newest.id)`)
  if (album !== undefined) {
    conditions.push(sql`exists (select from album_pictures where generation_id = newest.id and album_id = ${album})`)
  }
  if (words !== undefined) conditions.push(sql`to_tsvector('simple', prompt) @@ ${begun(words, "")}::tsquery`)
  return sql`${sql.join(conditions, sql` and `)}`
}

/** A search for all words that begin so, as text. Null for signs alone, which are no words and are found nowhere. */
function begun(words: string, start: string): RawBuilder<string> {
  return sql`(select string_agg('''' || replace(replace(${start}::text || left(word, 100), '\\', '\\\\'), '''', '''''') || ''':*', ' & ')
    from unnest(tsvector_to_array(to_tsvector('simple', ${words}::text))) as word)`
}

/** A term as a text search takes it, whatever signs are in it. */
function quoted(term: string): string {
  return `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`
}
