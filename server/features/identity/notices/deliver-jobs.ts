import { z } from "zod"
import { job } from "#server/declarations/job.ts"
import type { Services } from "#server/declarations/services.ts"
import { mailJob } from "#server/mail/send-mail.ts"
import { isChosen } from "./chosen.ts"
import { afterQuiet } from "./due.ts"
import { writeNoticeLetter } from "./letter.ts"
import { pushTo } from "./push.ts"
import * as queries from "./queries.ts"
import { unsubscribeLink } from "./unsubscribe.ts"

/** What is to be told still: not what was read meanwhile, is over, or is not wanted in this way any more. */
async function wanted(s: Services, accountId: string, sendingId: string) {
  const waiting = await queries.listToSend(s.db, sendingId)
  const person = await queries.findReceiver(s.db, accountId)
  const settings = await queries.findSettings(s.db, accountId)
  const now = s.now()
  const isWanted = async (notice: (typeof waiting)[number]): Promise<boolean> => {
    const kind = s.noticeKinds.find(({ name }) => name === notice.kind)
    if (!person || !kind || notice.readAt !== null || !isChosen(kind, notice.channel, settings)) return false
    if (notice.goodUntil !== null && notice.goodUntil <= now) return false
    return (await kind.holds?.(s.db, { accountId, key: notice.key })) ?? true
  }
  const notices: typeof waiting = []
  for (const notice of waiting) if (await isWanted(notice)) notices.push(notice)
  const silent = waiting.filter((notice) => !notices.includes(notice)).map(({ id }) => id)
  await queries.endDeliveries(s.db, sendingId, { ids: silent, outcome: "silent", at: now })
  return { person, settings, notices }
}

/** Sends one letter with what waits for a person; an address that nobody proved to be theirs gets none. */
export const mailNotices = mailJob({
  name: "notices.letter",
  payload: z.object({ letterId: z.string(), accountId: z.string() }),
  concurrency: () => 2,
  accountOf: ({ accountId }) => accountId,

  async run(s, { letterId, accountId }) {
    const { person, notices } = await wanted(s, accountId, letterId)
    const ids = notices.map(({ id }) => id)
    if (!person?.email || !person.isEmailVerified) {
      return queries.endDeliveries(s.db, letterId, { ids, outcome: "silent", at: s.now() })
    }
    if (ids.length === 0) return
    const unsubscribe = unsubscribeLink(s, accountId)
    const letter = writeNoticeLetter({ name: person.name, notices, publicUrl: s.config.publicUrl, unsubscribe })
    await s.mailer.send({ ...letter, to: person.email, id: letterId, unsubscribe })
    await queries.endDeliveries(s.db, letterId, { ids, outcome: "sent", at: s.now() })
  },
})

/** Sends one text message, or one push to all browsers of a person. */
export const callPerson = job({
  name: "notices.call",
  payload: z.object({ sendingId: z.string(), accountId: z.string() }),
  attempts: 5,
  backOffSeconds: [10, 60, 300, 1_800],
  timeLimitSeconds: 60,
  concurrency: () => 2,

  async run(s, { sendingId, accountId }) {
    const { person, settings, notices } = await wanted(s, accountId, sendingId)
    const [notice] = notices
    if (!notice || !person) return
    const now = s.now()
    const quietEnd = afterQuiet(settings, now)
    // A try that comes late, or quiet hours that were chosen meanwhile.
    if (notice.handedAt === null && quietEnd > now) return queries.putOff(s.db, sendingId, quietEnd)
    const end = (outcome: "sent" | "silent") =>
      queries.endDeliveries(s.db, sendingId, { ids: [notice.id], outcome, at: s.now() })
    // A process that died while it handed it over may have done so: nobody's phone rings twice.
    if (!(await queries.handOver(s.db, sendingId, s.now()))) return end("sent")
    try {
      if (notice.channel === "push") return await end((await pushTo(s, accountId, notice)) ? "sent" : "silent")
      if (!person.phone || !person.isPhoneVerified || s.messenger.kind === "disabled") return await end("silent")
      const text = `${notice.title}. ${notice.text} ${s.config.publicUrl}${notice.path}`
      await s.messenger.send({ to: person.phone, text })
      await end("sent")
    } catch (error) {
      await queries.takeBack(s.db, sendingId)
      throw error
    }
  },

  async giveUp(s, { sendingId }) {
    const left = await queries.listToSend(s.db, sendingId)
    await queries.endDeliveries(s.db, sendingId, { ids: left.map(({ id }) => id), outcome: "failed", at: s.now() })
  },
})
