import { type RawBuilder, sql } from "kysely"

/** A column of the row that goes by the name `document`, as the wire spells dates (docs/hosted-backend.md#dates-and-ids). */
export function serialisedDateSql(column: string): RawBuilder<string> {
  return sql`to_char(${sql.ref(`document.${column}`)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')`
}
