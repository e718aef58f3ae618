import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from "kysely"
import type { Tables } from "#server/db/tables/index.ts"

const writer = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin()],
})

/** Writes a part of statements out as text, once instead of in every statement; its parameters stay parameters. */
export function precompiled<Value>(part: RawBuilder<Value>): RawBuilder<Value> {
  const { sql: text, parameters } = part.compile(writer)
  const pieces = text.split(/\$(\d+)/).map((piece, n) => {
    if (n % 2 === 0) return sql.raw(piece)
    const place = Number(piece) - 1
    if (place >= parameters.length) throw new Error(`What looks like a parameter is none: ${text}`)
    return sql`${parameters[place]}`
  })
  return sql<Value>`${sql.join(pieces, sql.raw(""))}`
}
