import { z } from "zod"
import type { Db, Tx } from "#server/db/open.ts"
import { type Job, job } from "#server/declarations/job.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import type { EmailJobName } from "./email-names.ts"
import * as queries from "./queries.ts"

/**
 * Pauses before a mail is tried again, in seconds: 10 s, 1 min, 5 min, 30 min, 2 h, 8 h, 24 h. A server that asks a
 * sender to come back (greylisting) wants minutes, one that is being repaired wants a day.
 */
const mailBackOff: readonly number[] = [10, 60, 300, 1_800, 7_200, 28_800, 86_400]

interface MailJob<Payload extends z.ZodType> extends Omit<Job<Payload>, "attempts" | "timeLimitSeconds" | "giveUp"> {
  name: EmailJobName
  /** Whose mail it is, so that what is kept of it goes with the account; null for people without one. */
  accountOf: (payload: z.output<Payload>) => string | null
  /** False for mails of which nothing may stay: they are only counted and logged. */
  isKept?: boolean
}

/** A job that sends one mail. What does not arrive is kept, counted and logged, and can be sent again. */
export function mailJob<Payload extends z.ZodType>(definition: MailJob<Payload>): Job<Payload> {
  const { accountOf, isKept = true, ...rest } = definition
  return job({
    ...rest,
    attempts: mailBackOff.length + 1,
    backOffSeconds: mailBackOff,
    timeLimitSeconds: 45,

    async giveUp(s, payload, failure) {
      const outcome = failure instanceof AppError ? "refused" : "given_up"
      s.log.error({ err: failure, job: rest.name, outcome }, "a mail did not arrive")
      if (outcome === "given_up") s.metrics.mails.inc({ outcome })
      const accountId = accountOf(payload)
      if (!isKept || (accountId !== null && !(await queries.isAccount(s.db, accountId)))) return
      const reason = describe(failure)
      await queries.keepUndelivered(s.db, {
        id: newId(),
        job: rest.name,
        payload: JSON.stringify(payload),
        accountId,
        outcome,
        reason,
        resentAt: null,
      })
    },
  })
}

function describe(failure: Error): string {
  const cause = failure.cause instanceof Error ? ` ${failure.cause.message}` : ""
  return `${failure.message}${cause}`.slice(0, 500)
}

/** Mails that did not arrive, newest first. */
export function listUndelivered(db: Db, limit = 200): Promise<queries.UndeliveredMail[]> {
  return queries.listUndelivered(db, limit)
}

/**
 * Queues mails again that did not arrive.
 * @param ids null for all of them
 * @returns the ids of those that were queued
 */
export async function resendIn(s: Pick<Services, "queue">, tx: Tx, ids: readonly string[] | null): Promise<string[]> {
  const mails = await queries.markResent(tx, ids)
  for (const mail of mails) {
    const kind = { name: mail.job, payload: z.unknown(), attempts: 1, timeLimitSeconds: 1 }
    await s.queue.enqueue(tx, kind, mail.payload)
  }
  return mails.map(({ id }) => id)
}
