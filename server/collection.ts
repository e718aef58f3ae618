import type { RawBuilder, SqlBool } from "kysely"
import type { z } from "zod"
import type { Document } from "#contract/documents.ts"
import type { Tables } from "#server/db/tables/index.ts"
import type { Caller, Person } from "#server/platform/caller.ts"
import type { Services } from "#server/services.ts"

/** A condition about one row, which goes by the name `document` in every statement. */
export type Condition = RawBuilder<SqlBool>

/** A column under its wire name. Naming it in a filter or an order is refused unless told otherwise. */
export interface StoredAttribute<Column extends string = string> {
  column: Column
  type: "text" | "integer" | "boolean" | "date"
  isNullable?: true
  isFilterable?: true
  isOrderable?: true
}

/** Text made from the row, such as an address; neither filtered nor ordered by. */
export interface ComputedAttribute {
  compute: (publicUrl: string) => RawBuilder<string>
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
  /** Attribute that names the person a row belongs to. */
  owner: string
  /**
   * Rows the caller may get and list: those for which one of the conditions holds; none means nobody may list. No row
   * may satisfy two of them: a list reads each through its own index and puts the parts together.
   * @param owner the one person whose rows are asked for, null for everybody's; conditions that cannot hold then are left out
   */
  readable(caller: Caller, owner: string | null): readonly Condition[]
  /** The row's permissions, as the hosted backend spells them (contract §3.4); realtime reads here who hears of a change. */
  permissions: RawBuilder<unknown>
  /** Called when a read found nothing, before it is tried once more. */
  repair?(s: Services, caller: Person): Promise<void>
  /** Absent: only the server creates. @returns the id of the row the server made for the caller, for a create call to fill in */
  claim?(s: Services, caller: Person): Promise<string>
  /**
   * Absent: permissions follow from this policy alone. Present: people make documents themselves, and what a row's own
   * `permissions` column allows is allowed, beside what this policy does (document security, contract §3.4). The table
   * has `account_id` for the maker.
   */
  documentSecurity?: { mayCreate(caller: Caller): boolean; schema: z.ZodObject }
  /** Absent: nobody updates. */
  update?: { isAllowed(caller: Person): Condition; schema: z.ZodObject }
  /** Absent: nobody deletes. */
  remove?: { isAllowed(caller: Person): Condition; run(s: Services, document: Document): Promise<void> }
}

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
