import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Collection } from "#server/declarations/collection.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { hasPurchased } from "#server/features/money/credits/service.ts"
import type { PictureTable } from "#server/media/trash.ts"
import { AppError } from "#server/platform/errors.ts"
import { keptFromPublishing, unconfirmed } from "#server/platform/http/permissions.ts"
import { ProviderFailure } from "#server/platform/providers/provider-fetch.ts"
import { findBlockedWord } from "./blocked-words.ts"
import * as queries from "./queries.ts"

/** Words that a person wants drawn, or that stand beside a picture. */
interface Words {
  text: string
  /** Whether everybody will see the picture. */
  isPublic: boolean
  /** Field of the form that gets the message. */
  field: string
}

/** Holds words against the installation's own list. @throws AppError `words_refused` */
export async function checkList(db: Db, { text, isPublic, field }: Words): Promise<void> {
  const words = (await queries.listWords(db)).filter(({ reach }) => isPublic || reach === "always")
  const hit = findBlockedWord(text, words)
  if (hit) throw refused(field, sayFound(hit.found, hit.entry.reach))
}

/**
 * Holds words against the list and, where one is set up, a moderation service; before anything is charged.
 * @returns whether a public picture must wait for an operator, because the service gave no verdict
 * @throws AppError `words_refused`
 */
export async function checkWords(
  s: Pick<Services, "db" | "moderation" | "log">,
  words: Words,
): Promise<{ mustWait: boolean }> {
  const { text, isPublic, field } = words
  await checkList(s.db, words)
  if (s.moderation.kind === "none") return { mustWait: false }
  try {
    const { isFlagged } = await s.moderation.check(text)
    if (isFlagged) throw refused(field, "These words cannot be drawn here. Please describe something else.")
    return { mustWait: false }
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    s.log.warn({ err: error }, "the moderation service gave no verdict")
    return { mustWait: isPublic }
  }
}

/** Texts that a moderation service reads at once. */
const moderatedTogether = 20

/**
 * Holds many public texts against the list and, where one is set up, the moderation service.
 * @returns why those that may not stand there are refused, by their places
 */
export async function findRefusedWords(
  s: Pick<Services, "db" | "moderation" | "log">,
  texts: readonly string[],
): Promise<Map<number, string>> {
  const words = await queries.listWords(s.db)
  const refusals = new Map<number, string>()
  for (const [place, text] of texts.entries()) {
    const hit = findBlockedWord(text, words)
    if (hit) refusals.set(place, sayFound(hit.found, hit.entry.reach))
  }
  for (let from = 0; s.moderation.kind !== "none" && from < texts.length; from += moderatedTogether) {
    const together = texts.slice(from, from + moderatedTogether)
    try {
      await checkWords(s, { text: together.join("\n\n"), isPublic: true, field: "" })
    } catch (error) {
      if (!(error instanceof AppError) || error.type !== "words_refused") throw error
      for (const place of together.keys()) {
        if (!refusals.has(from + place))
          refusals.set(from + place, "Words of this row, or of one near it, cannot be public.")
      }
    }
  }
  return refusals
}

function sayFound(found: string, reach: "public" | "always"): string {
  const word = `"${found.slice(0, 60)}"`
  return reach === "always"
    ? `${word} cannot be drawn here. Please use other words. Nothing was charged.`
    : `${word} cannot stand on a public picture. Please use other words. Nothing was charged.`
}

function refused(field: string, message: string): AppError {
  return new AppError("words_refused", message, { fields: { [field]: message } })
}

/** @throws AppError `not_allowed` for somebody whose pictures were taken down too often */
export async function requirePublisher(db: Db, accountId: string): Promise<void> {
  if ((await queries.findPublishing(db, accountId)) === "blocked") throw keptFromPublishing()
}

/** How long words wait for an operator when the moderation service gave no verdict about them, in hours. */
const unmoderatedHours = 72

/**
 * Until when a new public picture waits before the showcase; null when it may stand there at once.
 * @param mustWait whether it waits whoever made it
 */
export async function showcaseWait(
  s: Pick<Services, "config" | "now">,
  tx: Db,
  picture: { accountId: string; isPublic: boolean; mustWait?: boolean | undefined },
): Promise<Date | null> {
  if (!picture.isPublic) return null
  const { showcaseWaitHours } = s.config.trust
  const publishing = await queries.findPublishing(tx, picture.accountId)
  // Whoever was blocked while it was being drawn waits until they are not, which the release looks at.
  const isHeld = picture.mustWait || publishing === "blocked"
  const usualHours = publishing === "new" ? showcaseWaitHours : 0
  const hours = isHeld ? Math.max(unmoderatedHours, showcaseWaitHours) : usualHours
  return hours === 0 ? null : new Date(s.now().getTime() + hours * 3_600_000)
}

/** Lets these people's next pictures go straight to the showcase; those who are blocked stay so. */
export const trustAccounts = (tx: Tx, ids: readonly string[]): Promise<void> =>
  ids.length === 0 ? Promise.resolve() : queries.trustAccounts(tx, ids)

/** Sets whether a person publishes. */
export const setPublishing = queries.setPublishing

/** Whoever was blocked begins as new again; everybody else stays as they are. */
export async function unblockPublishing(tx: Tx, accountId: string): Promise<void> {
  if ((await queries.findPublishing(tx, accountId)) === "blocked") await setPublishing(tx, accountId, "new")
}

/** Pictures of one kind that their owner may open and close. */
export interface VisiblePictures {
  table: PictureTable
  collection: Collection
  find(db: Db, id: string): Promise<{ accountId: string; prompt: string } | undefined>
}

/** Who changes it. */
interface Owner {
  accountId: string
  /** Whether the person confirmed an address or a number: nothing is published without. */
  isVerified: boolean
}

/**
 * Opens an own picture to everybody, or closes it, and tells the screens that show it.
 * @throws AppError `not_found`, also for another person's picture; `not_allowed` to publish without a confirmed address,
 * or to close one without ever having paid
 * @returns until when it waits for review; null when it does not
 */
export async function changeVisibility(
  s: Services,
  pictures: VisiblePictures,
  owner: Owner,
  { id, isPublic }: { id: string; isPublic: boolean },
): Promise<Date | null> {
  const { accountId, isVerified } = owner
  if (isPublic && !isVerified) throw unconfirmed()
  const mustWait = isPublic && (await checkOpening(s, pictures, accountId, id))
  return transact(s.db, async (tx) => {
    if (!isPublic && !(await hasPurchased(tx, accountId))) {
      throw new AppError("not_allowed", "Free pictures are public. Buy credits once to make private ones.")
    }
    const waitsUntil = await showcaseWait(s, tx, { accountId, isPublic, mustWait })
    const row = await queries.updateVisibility(tx, pictures.table, { accountId, id }, { isPublic, waitsUntil })
    if (!row) throw missing()
    await publishDocument(tx, s.config, pictures.collection, row, "update")
    return row.isPublic ? row.waitsUntil : null
  })
}

/** Opening a picture later asks what ordering a public one asks. @returns whether it waits for an operator */
async function checkOpening(s: Services, pictures: VisiblePictures, accountId: string, id: string): Promise<boolean> {
  await requirePublisher(s.db, accountId)
  const picture = await pictures.find(s.db, id)
  if (picture?.accountId !== accountId) throw missing()
  const { mustWait } = await checkWords(s, { text: picture.prompt, isPublic: true, field: "is_public" })
  return mustWait
}

const missing = (): AppError => new AppError("not_found", "This picture does not exist.")
