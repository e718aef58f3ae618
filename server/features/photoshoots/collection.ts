import { sql } from "kysely"
import { type Collection, collection } from "#server/collection.ts"
import { pictureAddressSql } from "#server/features/files/service.ts"
import { ownOrPublished } from "#server/media/visibility.ts"
import { removeShot } from "./service.ts"

/** Finished pictures of photoshoots, which only the server makes; who sees them is as with generations (decision 34). */
export const photoshootsCollection: Collection = collection({
  id: "photoshoots",
  table: "photoshoots",
  owner: "customerID",
  operators: ["owner", "content", "support"],
  attributes: {
    customerID: { column: "accountId", type: "text", isFilterable: true },
    prompt: { column: "prompt", type: "text", isSearchable: true },
    url: {
      compute: (publicUrl) =>
        sql`(select ${pictureAddressSql(publicUrl)} from files as file where file.sequence = document.file_sequence)`,
    },
    trainingId: { column: "trainingId", type: "text", isNullable: true, isFilterable: true },
    is_public: { column: "isPublic", type: "boolean", isFilterable: true },
  },
  ...ownOrPublished,
  remove: {
    isAllowed: (caller) => sql`document.account_id = ${caller.accountId}`,
    run: (tx, s, document) => removeShot(tx, s, document.$id),
  },
})
