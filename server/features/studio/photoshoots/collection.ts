import { sql } from "kysely"
import { type Collection, collection } from "#server/declarations/collection.ts"
import { putIntoTrash } from "#server/media/trash.ts"
import { ownOrPublished } from "#server/media/visibility.ts"

/** @returns the address of a picture or of a preview of it */
function address(ending: string) {
  return (publicUrl: string) => sql<string>`${`${publicUrl}/photoshoots/`}::text || document.id || ${ending}::text`
}

/** Finished pictures of photoshoots, which only the server makes; who sees them is as with generations. */
export const photoshootsCollection: Collection = collection({
  id: "photoshoots",
  table: "photoshoots",
  owner: "customerID",
  operators: ["owner", "content", "support"],
  attributes: {
    customerID: { column: "accountId", type: "text", isFilterable: true },
    prompt: { column: "prompt", type: "text", isSearchable: true },
    url: { compute: address("") },
    trainingId: { column: "trainingId", type: "text", isNullable: true, isFilterable: true },
    template: { column: "template", type: "text", isFilterable: true },
    // The run is swept one day; its model is drawn by the engine that trained it.
    engine: {
      compute: () => sql`coalesce(
        (select run.engine from runs as run where run.id = document.run_id),
        (select training.engine from trainings as training where training.id = document.training_id))`,
    },
    is_public: { column: "isPublic", type: "boolean", isFilterable: true },
    waits_until: { column: "waitsUntil", type: "date", isNullable: true, isFilterable: true },
    width: { column: "width", type: "integer" },
    height: { column: "height", type: "integer" },
    size: { column: "byteSize", type: "integer" },
    placeholder: { column: "placeholder", type: "text" },
    preview_320: { compute: address("/320") },
    preview_640: { compute: address("/640") },
  },
  ...ownOrPublished,
  remove: {
    isAllowed: (caller) => sql`document.account_id = ${caller.accountId}`,
    run: (tx, _s, document) => putIntoTrash(tx, "photoshoots", document.$id),
  },
})
