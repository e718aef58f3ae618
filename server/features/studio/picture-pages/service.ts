import { createHash, randomBytes } from "node:crypto"
import { serialiseDate } from "#contract/primitives.ts"
import { maxLinksOfPicture, type PrivateLink } from "#contract/studio/private-links.ts"
import type { PictureSource } from "#contract/studio/review.ts"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { requirePublisher } from "#server/features/studio/publishing/service.ts"
import { missingPicture } from "#server/media/published-picture.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { unconfirmed } from "#server/platform/http/permissions.ts"
import { newId } from "#server/platform/ids.ts"
import * as queries from "./queries.ts"

interface OwnRef {
  source: PictureSource
  pictureId: string
}

/** Private links of an own picture that have not ended. */
export async function listLinks(s: Services, accountId: string, { source, pictureId }: OwnRef): Promise<PrivateLink[]> {
  return (await queries.listLinks(s.db, accountId, source, pictureId)).map(toLink)
}

/**
 * Makes a private link to an own picture.
 * @throws AppError `not_found`; `not_allowed` for whoever confirmed no address or may not publish; `step_not_allowed` for too many
 */
export async function createLink(
  s: Services,
  caller: Person,
  { source, pictureId }: OwnRef,
  hours: number,
): Promise<PrivateLink & { url: string }> {
  const { accountId } = caller
  if (!caller.isVerified) throw unconfirmed()
  await requirePublisher(s.db, accountId)
  // 192 bits: nobody guesses one, so its hash needs no salt.
  const token = randomBytes(24).toString("base64url")
  const link = await transact(s.db, async (tx) => {
    if (!(await queries.lockOwn(tx, accountId, source, pictureId))) throw missingPicture()
    const open = await queries.listLinks(tx, accountId, source, pictureId)
    if (open.length >= maxLinksOfPicture) {
      throw new AppError("step_not_allowed", `A picture has at most ${maxLinksOfPicture} private links. End one first.`)
    }
    return queries.insertLink(tx, { id: newId(), accountId, tokenHash: hashOf(token), source, pictureId, hours })
  })
  return { ...toLink(link), url: `${s.config.publicUrl}/shared/${token}` }
}

/** Ends a private link of the person's. @throws AppError `not_found` */
export async function endLink(s: Services, accountId: string, linkId: string): Promise<void> {
  if (!(await queries.deleteLink(s.db, accountId, linkId))) {
    throw new AppError("not_found", "This link has ended already.")
  }
}

/** A picture that everybody may see; undefined when there is none of this id. */
export const findPublic = queries.findPublic

/** Counts one look at the page of a private link. */
export const countVisit = queries.countVisit

/** The picture of a private link; undefined when it ended, or its picture is gone. */
export function findShared(s: Pick<Services, "db">, token: string) {
  return /^[\w-]{32}$/.test(token) ? queries.findByToken(s.db, hashOf(token)) : undefined
}

function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest()
}

function toLink({
  id,
  createdAt,
  expiresAt,
  visits,
}: {
  id: string
  createdAt: Date
  expiresAt: Date
  visits: number
}): PrivateLink {
  return { id, created_at: serialiseDate(createdAt), expires_at: serialiseDate(expiresAt), visits }
}
