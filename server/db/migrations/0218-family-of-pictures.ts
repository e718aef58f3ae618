import { type Kysely, sql } from "kysely"

/** What was made of a picture or an upload is found by what runs were asked to work on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const part of ["source", "behind"]) {
    await sql
      .raw(
        `create index runs_${part}_idx on runs ((input #>> '{${part},id}')) where (input #>> '{${part},id}') is not null`,
      )
      .execute(db)
  }
}
