import { z } from "zod"
import { product } from "#contract/brand.ts"
import type { Tx } from "#server/db/open.ts"
import { job } from "#server/declarations/job.ts"
import type { Services } from "#server/declarations/services.ts"
import { type EmailContent, emailPage, emailText } from "#server/mail/email-template.ts"
import { mailJob } from "#server/mail/send-mail.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"
import { newId } from "#server/platform/ids.ts"
import { deleteOld, listOwners } from "./queries.ts"

/** Days for which calls to providers are remembered: longer than all attempts of the longest run, a training, take together. */
const keepDays = 7

const whatToDo: Record<string, string> = {
  auth: "The provider does not accept the key. Please check it in the settings.",
  out_of_credit: "The account at the provider is out of money. Please top it up.",
  not_found: "The provider does not know the model, or its address. Please look at both in the settings.",
}

/** The mail about a part of a provider that was switched off. */
export function writeAlarm(part: string, reason: string): EmailContent {
  const subject = `${product.name}: ${part} does not work`
  const lines = [
    `${part} was switched off because it does not work (${reason}).`,
    whatToDo[reason] ?? "Most often that passes. The log holds what the provider answered.",
    `${product.name} tries again by itself every few minutes, and gives back what people paid meanwhile.`,
  ]
  const html = emailPage(subject, lines.map((line) => emailText(escapeHtml(line))).join("\n"))
  return { subject, text: lines.join("\n\n"), html }
}

/** Tells an owner by mail that a part of a provider was switched off. */
export const alarmOwner = mailJob({
  name: "engines.alarm",
  payload: z.object({ part: z.string(), reason: z.string(), accountId: z.string(), id: z.string() }),
  concurrency: () => 1,
  accountOf: ({ accountId }) => accountId,

  async run(s, { part, reason, accountId, id }) {
    const owner = (await listOwners(s.db)).find((one) => one.id === accountId)
    if (owner?.email) await s.mailer.send({ ...writeAlarm(part, reason), to: owner.email, id })
  },
})

/** Queues a mail to each owner: one whose address does not work keeps nobody else from hearing of it. */
export async function alarmOwners(s: Pick<Services, "queue">, tx: Tx, part: string, reason: string): Promise<void> {
  for (const { id: accountId } of await listOwners(tx)) {
    await s.queue.enqueue(tx, alarmOwner, { part, reason, accountId, id: newId() })
  }
}

/** Forgets old calls to providers. */
export const tidyCalls = job({
  name: "engines.tidy",
  payload: z.object({}),
  attempts: 3,
  timeLimitSeconds: 60,
  schedule: "20 3 * * *",
  concurrency: () => 1,

  run: (s) => deleteOld(s.db, keepDays),
})
