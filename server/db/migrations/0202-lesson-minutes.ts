import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** Lessons that came with the product claimed several times the minutes that their words take; what staff changed stays. */
const statements = [
  `update lessons set minutes = said.now
  from (values
    ('Why short rounds', 15, 3),
    ('Three roles and three lists', 15, 4),
    ('One round, from Monday to Friday week', 15, 3),
    ('Check what you know', 10, 5),
    ('A tour without code', 25, 5),
    ('Where they invent, and how you notice', 20, 5),
    ('Five questions for a supplier', 15, 3),
    ('The path of an order', 20, 6),
    ('Where the hours go', 20, 6)
  ) as said (title, before, now)
  where lessons.title = said.title and lessons.minutes = said.before and lessons.version = 1`,
]
