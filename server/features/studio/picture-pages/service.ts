import { createHash, randomBytes } from "node:crypto"
import { serialiseDate } from "#contract/primitives.ts"
import { maxLinksOfPicture, type PrivateLink } from "#contract/studio/private-links.ts"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { requirePublisher } from "#server/features/studio/publishing/service.ts"
import { missingPicture } from "#server/media/published-picture.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { unconfirmed } from "#server/platform/http/permissions.ts"
import { newId } from "#server/platform/ids.ts"
import * as queries from "./queries.ts"

/** Private links to an own picture or album that have not ended. */
export async function listLinks(s: Services, accountId: string, target: queries.LinkTarget): Promise<PrivateLink[]> {
  return (await queries.listLinks(s.db, accountId, target)).map(toLink)
}

/**
 * Makes a private link to an own picture or album.
 * @throws AppError `not_found`; `not_allowed` for whoever confirmed no address or may not publish; `step_not_allowed` for too many
 */
export async function createLink(
  s: Services,
  caller: Person,
  target: queries.LinkTarget,
  hours: number,
): Promise<PrivateLink & { url: string }> {
  const { accountId } = caller
  if (!caller.isVerified) throw unconfirmed()
  await requirePublisher(s.db, accountId)
  // 192 bits: nobody guesses one, so its hash needs no salt.
  const token = randomBytes(24).toString("base64url")
  const link = await transact(s.db, async (tx) => {
    const isAlbum = target.source === "albums"
    if (!(await queries.lockOwn(tx, accountId, target))) {
      throw isAlbum ? new AppError("not_found", "This album does not exist any more.") : missingPicture()
    }
    const open = await queries.listLinks(tx, accountId, target)
    if (open.length >= maxLinksOfPicture) {
      const what = isAlbum ? "An album" : "A picture"
      throw new AppError("step_not_allowed", `${what} has at most ${maxLinksOfPicture} private links. End one first.`)
    }
    return queries.insertLink(tx, { id: newId(), accountId, tokenHash: hashOf(token), target, hours })
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

/** Pictures on one page of a shared album. */
export const sharedPage = 60

/** What the page of a private link shows. */
export type Shared = queries.OpenLink &
  ({ picture: queries.ShownPicture } | { shown: queries.ShownPicture[]; count: number; page: number })

/**
 * What a private link shows; undefined when it ended, or what it showed is gone.
 * @param page of an album, from 1
 */
export async function findShared(s: Pick<Services, "db">, token: string, page: number): Promise<Shared | undefined> {
  const link = await findLink(s, token)
  if (!link) return undefined
  const { source, id } = link.target
  if (source === "albums") {
    const album = await queries.listInAlbum(s.db, id, { limit: sharedPage, offset: (page - 1) * sharedPage })
    return album.shown.length > 0 ? { ...link, ...album, page } : undefined
  }
  const picture = await queries.findPrivate(s.db, source, id)
  return picture && { ...link, picture }
}

/** A picture that a private link shows. @param id of one of an album; undefined where the link is to one picture */
export async function findSharedPicture(
  s: Pick<Services, "db">,
  token: string,
  id: string | undefined,
): Promise<queries.ShownPicture | undefined> {
  const link = await findLink(s, token)
  if (!link || (link.target.source === "albums") !== (id !== undefined)) return undefined
  const { target } = link
  if (target.source === "albums") return queries.findInAlbum(s.db, target.id, id ?? "")
  return queries.findPrivate(s.db, target.source, target.id)
}

async function findLink(s: Pick<Services, "db">, token: string): Promise<queries.OpenLink | undefined> {
  return /^[\w-]{32}$/.test(token) ? queries.findLink(s.db, hashOf(token)) : undefined
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
