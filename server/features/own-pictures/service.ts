import type { OwnPicturesQuery } from "#contract/product/own-pictures.ts"
import { inTime, wholeDocument } from "#server/features/documents/service.ts"
import { generationsCollection } from "#server/features/generations/collection.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Services } from "#server/services.ts"
import * as queries from "./queries.ts"
import { type Narrowing, styleModes } from "./terms.ts"

/** Own models whose pictures one list may name. */
const mostModels = 100

/**
 * A page of a person's own pictures, newest first.
 * @returns JSON text of the reply
 * @throws AppError `general_cursor_not_found`; `service_unavailable` when it takes too long
 */
export async function listPictures(s: Services, accountId: string, query: OwnPicturesQuery): Promise<string> {
  const { after, ...asked } = query
  const cursor = after === undefined ? null : await queries.findCursor(s.db, accountId, after)
  if (after !== undefined && cursor === null) {
    throw new AppError("general_cursor_not_found", "The picture that this page begins after is not there any more.")
  }
  const json = wholeDocument(s.config, generationsCollection)
  const narrowing = await readNarrowing(s, accountId, asked)
  const page = await inTime(queries.listPage(s.lists, accountId, json, { cursor, narrowing }))
  return `{"data":[${page}]}`
}

async function readNarrowing(
  s: Services,
  accountId: string,
  { words, mode, seenBy, kind }: Omit<OwnPicturesQuery, "after">,
): Promise<Narrowing | null> {
  if ([words, mode, seenBy, kind].every((part) => part === undefined)) return null
  return {
    mode,
    seenBy,
    words,
    anyMode:
      kind === undefined ? undefined : [...styleModes, ...(await queries.listModelWords(s.db, accountId, mostModels))],
  }
}

/** What a person's pictures were made with. */
export function listModes(s: Services, accountId: string): Promise<string[]> {
  return queries.listModes(s.db, accountId)
}
