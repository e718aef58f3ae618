import { databaseId } from "#contract/project.ts"
import type { Collection, Collections } from "#server/declarations/collection.ts"
import { AppError } from "#server/platform/errors.ts"
import type { RouteLimit } from "#server/platform/http/register-route.ts"

/** Counted (docs/hosted-backend.md#rate-limits) per network, person and route. */
export function perMinute(max: number): { limits: readonly RouteLimit[] } {
  const by: RouteLimit["by"] = ({ ip, caller, params }) =>
    `${ip} ${caller.kind === "person" ? caller.accountId : ""} ${params.collectionId ?? params.tableId}`
  return { limits: [{ max, windowSeconds: 60, by }] }
}

/** @throws AppError `database_not_found`, `collection_not_found` */
export function collectionAt(
  collections: Collections,
  params: { databaseId: string; collectionId: string },
): Collection {
  if (params.databaseId !== databaseId) throw new AppError("database_not_found", "This database does not exist.")
  const found = collections.get(params.collectionId)
  if (!found) throw new AppError("collection_not_found", "This collection does not exist.")
  return found
}
