import { z } from "zod"
import { visitDays } from "#contract/studio/shelf-shop.ts"
import { job } from "#server/declarations/job.ts"
import { dayOf } from "./shop.ts"
import { deleteVisitsBefore } from "./shop-queries.ts"

/** Forgets how often shops were looked at long ago. */
export const sweepShopVisits = job({
  name: "shops.sweepVisits",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 60,
  concurrency: () => 1,
  schedule: "35 3 * * *",

  run: (s) => deleteVisitsBefore(s.db, dayOf(new Date(s.now().getTime() - visitDays * 86_400_000))),
})
