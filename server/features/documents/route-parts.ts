import { databaseId } from "#contract/project.ts"
import type { Collection } from "#server/collection.ts"
import { AppError } from "#server/platform/errors.ts"
import type { RouteLimit } from "#server/platform/mount.ts"
import type { Services } from "#server/services.ts"
import { collectionsOf } from "./registry.ts"

/** Contract §1.7: counted per network, person and route. */
export function perMinute(max: number): { limits: readonly RouteLimit[] } {
  const by: RouteLimit["by"] = ({ ip, caller, params }) =>
    `${ip} ${caller.kind === "person" ? caller.accountId : ""} ${params.collectionId ?? params.tableId}`
  return { limits: [{ max, windowSeconds: 60, by }] }
}

/** @throws AppError `database_not_found`, `collection_not_found` */
export function collectionAt(
  s: Pick<Services, "config">,
  params: { databaseId: string; collectionId: string },
): Collection {
  if (params.databaseId !== databaseId) throw new AppError("database_not_found", "This database does not exist.")
  const found = collectionsOf(s.config).get(params.collectionId)
  if (!found) throw new AppError("collection_not_found", "This collection does not exist.")
  return found
}
