import { randomBytes } from "node:crypto"
import { tryPixels } from "#contract/catalogue/guest-trial.ts"
import { defaultModeSlug } from "#contract/catalogue/modes.ts"
import type { Try } from "#contract/studio/guest-trial.ts"
import { type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { addOwnPicture } from "#server/features/studio/generations/service.ts"
import { checkWords } from "#server/features/studio/publishing/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId, sha256 } from "#server/platform/ids.ts"
import { drawGuestTrial } from "./job.ts"
import * as queries from "./queries.ts"

/** Tries that wait or are drawn at once in the whole installation; who comes then is asked to come back. */
const maxOpenTries = 8

/** Whether visitors get a picture here: only the engine of this machine draws for nothing. */
export async function isOffered(s: Pick<Services, "engine">): Promise<boolean> {
  const { isLocal, refusal } = await s.engine.offer("picture", { mode: defaultModeSlug })
  return isLocal && refusal === null
}

/**
 * Begins the try of a browser, or goes on with the one it has.
 * @param secret what its cookie holds; null when it has none
 * @returns the try, and the secret to keep when it is a new one
 * @throws AppError `engine_unavailable`, `too_many_running`, `words_refused`
 */
export async function beginTry(
  s: Services,
  secret: string | null,
  prompt: string,
): Promise<{ data: Try; secret: string | null }> {
  const known = secret === null ? undefined : await queries.findBySecret(s.db, sha256(secret))
  if (known && known.status !== "failed") return { data: toTry(known), secret: null }
  if (!(await isOffered(s))) {
    throw new AppError(
      "engine_unavailable",
      "Free tries are not possible here. With an account and a confirmed e-mail you get free credits.",
    )
  }
  await checkWords(s, { text: prompt, isPublic: false, field: "prompt" })
  const fresh = randomBytes(24).toString("base64url")
  const row = await transact(s.db, async (tx: Tx) => {
    await queries.lockTries(tx)
    if ((await queries.countOpen(tx)) >= maxOpenTries) {
      throw new AppError("too_many_running", "Many visitors are trying it right now. Please try again in a minute.")
    }
    if (secret !== null) await queries.deleteFailed(tx, sha256(secret))
    const id = newId()
    const made = await queries.insertTry(tx, {
      id,
      secretHash: sha256(fresh),
      prompt,
      width: tryPixels,
      height: tryPixels,
      storageKey: null,
      mimeType: null,
      byteSize: null,
      placeholder: null,
    })
    await s.queue.enqueue(tx, drawGuestTrial, { id })
    return made
  })
  return { data: toTry(row), secret: fresh }
}

/** The try of the browser that holds this secret. */
export async function findOwnTry(s: Pick<Services, "db">, secret: string | null): Promise<queries.TryRow | undefined> {
  return secret === null ? undefined : queries.findBySecret(s.db, sha256(secret))
}

/**
 * Moves the try of a browser among the pictures of the person who made an account there, as a private one: it was never
 * published.
 * @returns whether there was one to take
 */
export function claimTry(s: Services, secret: string | null, accountId: string): Promise<boolean> {
  if (secret === null) return Promise.resolve(false)
  return transact(s.db, async (tx) => {
    const row = await queries.takeReady(tx, sha256(secret))
    const { storageKey, mimeType, byteSize, placeholder } = row ?? {}
    if (!row || !storageKey || !mimeType || byteSize == null || placeholder == null) return false
    const { prompt, width, height } = row
    const kept = { storageKey, mimeType, width, height, byteSize, placeholder }
    const about = { accountId, mode: defaultModeSlug, prompt, aspectRatio: "1:1", key: `try:${row.id}` } as const
    return addOwnPicture(s, tx, kept, about)
  })
}

/** A try as its browser sees it. */
export function toTry({ id, prompt, status, progress, hasPreview }: queries.TryRow): Try {
  const picture = status === "ready" ? `/tries/${id}/picture` : hasPreview ? `/tries/${id}/preview` : null
  return { id, prompt, status, progress, picture }
}
