import { transact } from "#server/db/open.ts"
import { listUndelivered, resendMails } from "#server/mail/send-mail.ts"
import { jobsChannel } from "#server/platform/jobs/queue.ts"
import { notify } from "#server/platform/realtime/notifications.ts"
import { type AdminCommand, AdminError, need } from "./command.ts"
import { countJobs, dropJobs, hurryJobs } from "./queries.ts"

export const mailCommand: AdminCommand = {
  usage: "mail list | mail resend all | mail resend ID…",
  what: "Shows mails that did not arrive, and sends them again with fresh links",
  async run({ s, say }, [action, ...ids]) {
    if (action === "list") {
      const mails = await listUndelivered(s.db)
      for (const mail of mails) {
        const state = mail.resentAt ? "sent again" : mail.outcome
        say(`${mail.id}  ${mail.createdAt.toISOString()}  ${state}  ${mail.job}  ${mail.reason}`)
      }
      say(`${mails.length} mails`)
      return true
    }
    if (action !== "resend") throw new AdminError("mail list or mail resend?")
    need(ids, 0, "ids from mail list, or all")
    say(`${await resendMails(s, ids[0] === "all" ? null : ids)} mails are in line again.`)
    return true
  },
}

export const jobsCommand: AdminCommand = {
  usage: "jobs | jobs retry NAME-OR-ID | jobs drop NAME-OR-ID",
  what: "Lists work in line, lets it start now, or drops what has not started",
  async run({ s, say }, [action, target]) {
    if (action === "retry" || action === "drop") {
      const what = need([target ?? ""], 0, "the name of a kind of job, or a job's id")
      const count = await transact(s.db, async (tx) => {
        if (action === "drop") return dropJobs(tx, what)
        const jobs = await hurryJobs(tx, what)
        for (const name of new Set(jobs.map((job) => job.name))) await notify(tx, jobsChannel, name)
        return jobs.length
      })
      say(`${count} jobs ${action === "drop" ? "dropped" : "may start now"}.`)
      return true
    }
    if (action) throw new AdminError("jobs, jobs retry or jobs drop?")
    const counts = await countJobs(s.db)
    for (const { name, state, count, oldestSeconds } of counts) {
      say(`${name.padEnd(32)} ${state.padEnd(8)} ${String(count).padStart(6)}  oldest ${Math.round(oldestSeconds)} s`)
    }
    if (counts.length === 0) say("Nothing is in line.")
    return counts.every(({ name }) => !name.endsWith(".dead"))
  },
}
