import { sql } from "kysely"
import { type Collection, type Condition, collection } from "#server/declarations/collection.ts"
import { pictureAddressSql } from "#server/features/hosted/files/service.ts"
import type { Person } from "#server/platform/http/caller.ts"

export function isOwn(caller: Person): Condition {
  return sql`document.account_id = ${caller.accountId}`
}

/** How trainings look as documents and who sees them. `collection.ts` adds how a person starts and removes one. */
export const trainingsShape: Collection = collection({
  id: "trainings",
  table: "trainings",
  owner: "creator",
  operators: ["owner", "support"],
  aliases: { userId: "creator" },
  attributes: {
    creator: { column: "accountId", type: "text", isFilterable: true },
    prompt: { column: "prompt", type: "text" },
    PrimaryStyle: { column: "primaryStyle", type: "text", isFilterable: true, isOrderable: true },
    secondaryStyle: { column: "secondaryStyle", type: "text" },
    images: {
      compute: (publicUrl) => sql`(
        select coalesce(json_agg(${pictureAddressSql(publicUrl)} order by image.position), '[]'::json)
        from training_images as image join files as file on file.sequence = image.file_sequence
        where image.training_id = document.id)`,
    },
    triggerWord: { column: "triggerWord", type: "text", isFilterable: true },
    isPublic: { column: "isPublic", type: "boolean", isFilterable: true },
    trainingStatus: { column: "status", type: "text", isFilterable: true, isOrderable: true },
    rightsConfirmedAt: { column: "rightsConfirmedAt", type: "date" },
    txRef: { column: "paymentReference", type: "text", isFilterable: true },
    url: { compute: (publicUrl) => sql`${publicUrl}::text || document.url` },
    // The same as $createdAt.
    data_created: { column: "createdAt", type: "date", isFilterable: true, isOrderable: true },
  },
  readable: (caller) => (caller.kind === "person" ? [isOwn(caller)] : []),
  permissions: sql`json_build_array(
    'read("user:' || document.account_id || '")',
    'delete("user:' || document.account_id || '")')`,
})
