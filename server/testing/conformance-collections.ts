import { sql } from "kysely"
import { z } from "zod"
import { PlainText } from "#contract/primitives.ts"
import { type Collection, collection } from "#server/declarations/collection.ts"

const ShortText = PlainText.max(256).nullable().optional()

/** Documents of signed-in people, who alone say who may do what with each; for conformance tests. */
export const scratchCollection: Collection = collection({
  id: "scratch",
  table: "scratchDocuments",
  owner: "owner",
  attributes: {
    title: { column: "title", type: "text", isNullable: true, isFilterable: true, isOrderable: true },
    owner: { column: "owner", type: "text", isNullable: true, isFilterable: true, isOrderable: true },
  },
  readable: () => [],
  permissions: sql`to_json(document.permissions)`,
  documentSecurity: {
    mayCreate: (caller) => caller.kind !== "guest",
    schema: z.strictObject({ title: ShortText, owner: ShortText }),
  },
})

/** Anyone may look, and nobody may write, not even with a key; for conformance tests. */
const lockedCollection: Collection = collection({
  id: "locked",
  table: "lockedDocuments",
  owner: "owner",
  attributes: {
    title: { column: "title", type: "text", isFilterable: true, isOrderable: true },
    owner: { column: "owner", type: "text", isFilterable: true },
  },
  readable: () => [sql`true`],
  permissions: sql`'["read(\\"any\\")"]'::json`,
})

export const conformanceCollections: readonly Collection[] = [scratchCollection, lockedCollection]
