import { type RawBuilder, type SqlBool, sql } from "kysely"
import type { z } from "zod"
import type { Document } from "#contract/hosted/documents.ts"
import type { OperatorRole } from "#contract/identity/operators.ts"
import type { Tx } from "#server/db/open.ts"
import type { Tables } from "#server/db/tables/index.ts"
import { type Caller, operatorsTeam, type Person } from "#server/platform/http/caller.ts"
import type { Services } from "./services.ts"

/** A condition about one row, which goes by the name `document` in every statement. */
export type Condition = RawBuilder<SqlBool>

/** A column under its wire name. Naming it in a filter or an order is refused unless told otherwise. */
export interface StoredAttribute<Column extends string = string> {
  column: Column
  /** A sequence is a whole number that the wire writes as text. */
  type: "text" | "integer" | "sequence" | "boolean" | "date"
  isNullable?: true
  isFilterable?: true
  isOrderable?: true
  /** Words of it can be searched for; a migration made the index. */
  isSearchable?: true
  /** Rows of which the wire tells something else in its place: a search does not find them by what they hold. */
  withheld?: { where: Condition; instead: RawBuilder<string> }
}

/** What is made from the row, such as an address; neither filtered nor ordered by. */
export interface ComputedAttribute {
  compute: (publicUrl: string) => RawBuilder<unknown>
}

export type Attribute = StoredAttribute | ComputedAttribute

/**
 * How a table appears under `/databases`: the one place that says who may do what with its rows. What is not allowed
 * here is refused. A server key reads, updates and removes every row, within the same attributes.
 */
export interface Collection {
  id: string
  table: keyof Tables
  /** In the order of the wire; `$id`, dates and the like are added for every collection. */
  attributes: Readonly<Record<string, Attribute>>
  /** Other names under which a client may send an attribute (docs/product-rules.md#wire-spelling). */
  aliases?: Readonly<Record<string, string>>
  /** Attribute that names the person a row belongs to. */
  owner: string
  /** Operators of these roles get and list every row, or those of `readableByOperators`; to change any they have calls of their own. */
  operators?: readonly OperatorRole[]
  /**
   * Rows the caller may get and list: those for which one of the conditions holds; none means nobody may list. No row
   * may satisfy two of them: a list reads each through its own index and puts the parts together.
   * @param owner the one person whose rows are asked for, null for everybody's; conditions that cannot hold then are left out
   */
  readable(caller: Caller, owner: string | null): readonly Condition[]
  /** Rows that those operators get and list where these are not all, by the same rules (docs/product-rules.md#who-sees-pictures). */
  readableByOperators?(caller: Person, owner: string | null): readonly Condition[]
  /** The row's permissions, as the hosted backend spells them (docs/hosted-backend.md#permissions); realtime reads here who hears of a change. */
  permissions: RawBuilder<unknown>
  /** Called when a read found nothing, before it is tried once more. */
  repair?(s: Services, caller: Person): Promise<void>
  /**
   * Present: a create call answers with the row the server made for the caller, and fills in what people may update.
   * @returns its id
   * @throws AppError `user_unauthorized` when the server made none
   */
  claim?(s: Services, caller: Person): Promise<string>
  /** Present: people make rows of their own. With neither, nor document security, only the server creates. */
  make?: Creation
  /**
   * Absent: permissions follow from this policy alone. Present: people make documents themselves, and what a row's own
   * `permissions` column allows is allowed, beside what this policy does (document security; docs/hosted-backend.md#permissions). The table
   * has `account_id` for the maker.
   */
  documentSecurity?: { mayCreate(caller: Caller): boolean; schema: z.ZodObject }
  /** Absent: nobody updates. `complete` puts what was sent into the form it is kept in. */
  update?: {
    isAllowed(caller: Person): Condition
    schema: z.ZodObject
    complete?(tx: Tx, id: string, values: Readonly<Record<string, unknown>>): Promise<Record<string, unknown>>
  }
  /**
   * Absent: nobody deletes. `run` is for rows with more to them than the row; it removes the row too. `lockBefore` holds what
   * is locked before the row wherever else both are; it is called before anybody knows whether the caller may.
   */
  remove?: {
    isAllowed(caller: Person): Condition
    lockBefore?(tx: Tx, caller: Caller, id: string): Promise<void>
    run?(tx: Tx, s: Services, document: Document): Promise<void>
  }
}

/** How a person makes a row. */
export interface Creation {
  /** Asked before anything is read of what was sent. */
  isAllowed(s: Services, caller: Person): Promise<boolean>
  schema: z.ZodObject
  /** Asked last before the row is written, outside of its transaction: what it throws refuses the row. */
  check?(s: Services): Promise<void>
  /** Writes the row with what the server decides beside what was sent. @returns false when its id is taken */
  insert(tx: Tx, s: Services, caller: Person, id: string, data: Readonly<Record<string, unknown>>): Promise<boolean>
}

/** The collections that an installation shows, by their ids. */
export type Collections = ReadonlyMap<string, Collection>

/** What queries need to know of the rows they go over. */
export type RecordSource = Pick<Collection, "table" | "attributes">

type CollectionOf<Table extends keyof Tables> = Collection & {
  table: Table
  attributes: Readonly<Record<string, StoredAttribute<keyof Tables[Table] & string> | ComputedAttribute>>
}

/** Declares a collection; the compiler checks the columns against the table. */
export function collection<Table extends keyof Tables>(policy: CollectionOf<Table>): Collection {
  return policy
}

/** Permissions to read for operators of these roles, as the hosted backend spells them; one per role. */
export function operatorsRead(roles: readonly OperatorRole[]): RawBuilder<string>[] {
  return roles.map((role) => sql`${sql.lit(`read("team:${operatorsTeam}/${role}")`)}`)
}
