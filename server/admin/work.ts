import { type Tx, transact } from "#server/db/open.ts"
import { listUndelivered, resendIn } from "#server/mail/send-mail.ts"
import { jobsChannel } from "#server/platform/jobs/queue.ts"
import { notify } from "#server/platform/realtime/notifications.ts"
import { type ActingContext, type AdminCommand, AdminError, need } from "./command/command.ts"
import { countJobs, dropJobs, hurryJobs } from "./queries.ts"

export const mailCommand: AdminCommand = {
  usage: "mail list | mail resend all | mail resend ID…",
  what: "Shows mails that did not arrive, and sends them again with fresh links",
  acts: {
    list: {
      logs: null,
      async run({ s, say }) {
        const mails = await listUndelivered(s.db)
        for (const mail of mails) {
          const state = mail.resentAt ? "sent again" : mail.outcome
          say(`${mail.id}  ${mail.createdAt.toISOString()}  ${state}  ${mail.job}  ${mail.reason}`)
        }
        say(`${mails.length} mails`)
        return true
      },
    },
    resend: {
      logs: "letters.resend",
      async run({ s, say, log }, ids) {
        need(ids, 0, "ids from mail list, or all")
        const sent = await transact(s.db, async (tx) => {
          const queued = await resendIn(s, tx, ids[0] === "all" ? null : ids)
          const detail = { count: queued.length, ids: queued, before: "not delivered", after: "sent again" }
          if (queued.length > 0) await log(tx, { detail })
          return queued
        })
        say(`${sent.length} mails are in line again.`)
        return true
      },
    },
  },
}

export const jobsCommand: AdminCommand = {
  usage: "jobs | jobs retry NAME-OR-ID | jobs drop NAME-OR-ID",
  what: "Lists work in line, lets it start now, or drops what has not started",
  acts: {
    "": {
      logs: null,
      async run({ s, say }, args) {
        if (args.length > 0) throw new AdminError("jobs, jobs retry or jobs drop?")
        const counts = await countJobs(s.db)
        for (const { name, state, count, oldestSeconds } of counts) {
          const oldest = `oldest ${Math.round(oldestSeconds)} s`
          say(`${name.padEnd(32)} ${state.padEnd(8)} ${String(count).padStart(6)}  ${oldest}`)
        }
        if (counts.length === 0) say("Nothing is in line.")
        return counts.every(({ name }) => !name.endsWith(".dead"))
      },
    },
    retry: {
      logs: "jobs.retry",
      async run(context, args) {
        const hurried = await change(context, args, async (tx, what) => {
          const jobs = await hurryJobs(tx, what)
          for (const name of new Set(jobs.map((job) => job.name))) await notify(tx, jobsChannel, name)
          return jobs.length
        })
        context.say(`${hurried} jobs may start now.`)
        return true
      },
    },
    drop: {
      logs: "jobs.drop",
      async run(context, args) {
        context.say(`${await change(context, args, dropJobs)} jobs dropped.`)
        return true
      },
    },
  },
}

/** @param act answers how many jobs it changed */
function change(
  { s, log }: ActingContext,
  args: readonly string[],
  act: (tx: Tx, what: string) => Promise<number>,
): Promise<number> {
  const about = need(args, 0, "the name of a kind of job, or a job's id")
  return transact(s.db, async (tx) => {
    const count = await act(tx, about)
    if (count > 0) await log(tx, { detail: { about, count } })
    return count
  })
}
