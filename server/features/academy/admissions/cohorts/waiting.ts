import { createHmac } from "node:crypto"
import { z } from "zod"
import { leaveWaitlistPage } from "#contract/academy/admissions.ts"
import { programCards } from "#contract/catalogue/programs/program-cards.ts"
import type { Services } from "#server/declarations/services.ts"
import { cohortWaiting } from "#server/features/academy/admissions/emails/cohort-waiting.ts"
import { findWaiting, takeWaiting } from "#server/features/academy/admissions/records/cohort-queries.ts"
import { mailJob } from "#server/mail/send-mail.ts"
import { AppError } from "#server/platform/errors.ts"
import { isEqual } from "#server/platform/security/signature.ts"

/** Proves that whoever has it read the mail about this place in the list. */
function keyOf(s: Pick<Services, "tokenKey">, waitingId: string): string {
  return createHmac("sha256", s.tokenKey).update(`waiting:${waitingId}`).digest("base64url")
}

/** Name of a program, as people read it. */
export function programName(slug: string): string {
  return programCards.find((card) => card.slug === slug)?.name ?? slug
}

/** Confirms that an address waits, with the way off the list: nobody has proved that it belongs to whoever left it. */
export const confirmWaiting = mailJob({
  name: "admissions.confirm-waiting",
  payload: z.object({ waitingId: z.string() }),
  concurrency: () => 2,
  accountOf: () => null,

  async run(s, { waitingId }) {
    const waiting = await findWaiting(s.db, waitingId)
    if (!waiting) return
    const query = new URLSearchParams({ id: waitingId, key: keyOf(s, waitingId) })
    const facts = { name: "", publicUrl: s.config.publicUrl, program: programName(waiting.programId) }
    const letter = cohortWaiting({ ...facts, leavePath: `${leaveWaitlistPage.path}?${query}` })
    await s.mailer.send({ ...letter, to: waiting.email, id: `waiting-${waitingId}` })
  },
})

/** @throws AppError `not_found` for a link that was changed on its way */
export function mustKnowWaiting(s: Pick<Services, "tokenKey">, { id, key }: { id: string; key: string }): void {
  if (!isEqual(key, keyOf(s, id))) throw new AppError("not_found", "This link is not whole. Please copy all of it.")
}

/** Takes an address off the list; one that has left it already is no mistake. @throws AppError as `mustKnowWaiting` */
export async function leaveWaiting(
  s: Pick<Services, "db" | "tokenKey">,
  link: { id: string; key: string },
): Promise<void> {
  mustKnowWaiting(s, link)
  await takeWaiting(s.db, link.id)
}
