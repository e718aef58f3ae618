import { z } from "zod"
import { referralDays } from "#contract/catalogue/referrals.ts"
import { job } from "#server/declarations/job.ts"
import { closeOld, listDue } from "./queries.ts"
import { limitDays, rewardReferral } from "./service.ts"

/** Invitations that end in one run. */
const atOnce = 100

/** Looks every minute whose invitation is due: both the confirmation and the payment may come last. */
export const rewardReferrals = job({
  name: "referrals.reward",
  payload: z.object({}),
  attempts: 1,
  timeLimitSeconds: 120,
  concurrency: () => 1,
  schedule: "* * * * *",

  async run(s, _payload, signal) {
    if (!s.config.hasReferrals) return
    for (const { id } of await listDue(s.db, atOnce)) {
      signal.throwIfAborted()
      await rewardReferral(s, id).catch((error) => s.log.warn({ err: error, id }, "an invitation was not rewarded"))
    }
  },
})

/** Closes invitations that nothing came of. */
export const sweepReferrals = job({
  name: "referrals.sweep",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 60,
  concurrency: () => 1,
  schedule: "35 3 * * *",

  run: (s) => closeOld(s.db, referralDays, referralDays + limitDays),
})
