import { sql } from "kysely"
import { photoTitles } from "#contract/shown-prompt.ts"
import { type Collection, collection, type StoredAttribute } from "#server/declarations/collection.ts"
import { putIntoTrash } from "#server/media/trash.ts"
import { ownOrPublished } from "#server/media/visibility.ts"

/** @returns the address of a picture or of a preview of it */
function address(ending: string) {
  return (publicUrl: string) => sql<string>`${`${publicUrl}/pictures/`}::text || document.id || ${ending}::text
    || case when document.version > 0 then '?v=' || document.version else '' end`
}

/** Names of people's photos, which public pictures that were made of one do not tell (docs/product-rules.md#who-sees-pictures). */
const photoNames: StoredAttribute["withheld"] = {
  where: sql`(document.is_public and document.mode in (${sql.join([...photoTitles.keys()].map((mode) => sql.lit(mode)))}))`,
  instead: sql`case document.mode ${sql.join(
    [...photoTitles].map(([mode, title]) => sql`when ${sql.lit(mode)} then ${sql.lit(title)}`),
    sql` `,
  )} end`,
}

/** Finished pictures: the own ones, and public ones of everybody that no operator took down (docs/product-rules.md#who-sees-pictures). */
export const generationsCollection: Collection = collection({
  id: "generations",
  table: "generations",
  owner: "creator",
  operators: ["owner", "content", "support"],
  attributes: {
    creator: { column: "accountId", type: "text", isFilterable: true },
    prompt: { column: "prompt", type: "text", isSearchable: true, withheld: photoNames },
    sent_prompt: { column: "sentPrompt", type: "text", withheld: photoNames },
    url: { compute: address("") },
    engine: { column: "engine", type: "text", isNullable: true },
    mode: { column: "mode", type: "text", isFilterable: true },
    trade: { column: "trade", type: "text", isNullable: true, isFilterable: true },
    is_public: { column: "isPublic", type: "boolean", isFilterable: true },
    waits_until: { column: "waitsUntil", type: "date", isNullable: true, isFilterable: true },
    width: { column: "width", type: "integer" },
    height: { column: "height", type: "integer" },
    size: { column: "byteSize", type: "integer" },
    aspect_ratio: { column: "aspectRatio", type: "text", isFilterable: true },
    placeholder: { column: "placeholder", type: "text" },
    preview_320: { compute: address("/320") },
    preview_640: { compute: address("/640") },
  },
  ...ownOrPublished,
  remove: {
    isAllowed: (caller) => sql`document.account_id = ${caller.accountId}`,
    run: (tx, _s, document) => putIntoTrash(tx, "generations", document.$id),
  },
})
