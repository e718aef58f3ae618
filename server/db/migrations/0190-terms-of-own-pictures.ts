import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/**
 * What a person's own pictures are found by: words of the prompt, mode, and who sees them. Each term begins with its owner, so a
 * search reads that person's pictures alone, however many others have the word; on 10,000 of one person a rare word was
 * looked for in 85 ms without. New terms go in at once: what waits to be put in would be read by every search.
 */
const statements = [
  `create function picture_terms(account_id text, prompt text, mode text, is_public boolean) returns tsvector
    language sql immutable parallel safe
    return array_to_tsvector(
      array(select account_id || '/' || left(word, 100)
        from unnest(tsvector_to_array(to_tsvector('simple'::regconfig, prompt))) as word)
      || array[account_id || '=' || mode, account_id || case when is_public then '+' else '-' end])`,
  `create index generations_own_terms_idx on generations
    using gin (picture_terms(account_id, prompt, mode, is_public)) with (fastupdate = off)`,
  `create index generations_own_modes_idx on generations (account_id, mode)`,
]
