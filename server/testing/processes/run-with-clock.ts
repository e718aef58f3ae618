import { fileURLToPath } from "node:url"
import { createApp } from "#server/composition/app.ts"
import { compose } from "#server/composition/compose.ts"
import { jobs } from "#server/composition/jobs.ts"
import { startWorker } from "#server/composition/worker.ts"
import { watchAdmissions } from "#server/features/academy/admissions/watch-job.ts"
import { inviteFirstOperator } from "#server/features/identity/operators/service.ts"
import { createLog } from "#server/platform/observability/log.ts"
import { readConfig } from "#server/settings/config.ts"

/**
 * The whole product as a process of its own, with a clock of the academy that the process which forked it moves: it sends
 * a moment as ISO text, and hears it back when everything that falls due by then is done. The product itself has no such way in.
 */
let ahead = 0
const now = (): Date => new Date(Date.now() + ahead)

const config = readConfig(process.env, { threads: 1 })
const { services } = await compose(config, createLog(config.logLevel), { now })
startWorker(services, jobs)
const webDir = fileURLToPath(new URL("../../../dist/web/", import.meta.url))
const app = await createApp(services, { isStopping: () => false, webDir })
await app.listen({ port: config.port, host: config.host })
process.stdout.write(`${config.publicUrl}/operator?token=${await inviteFirstOperator(services.db)}\n`)

process.on("message", async (moment) => {
  ahead = Date.parse(String(moment)) - Date.now()
  await watchAdmissions.run(services, {}, AbortSignal.timeout(30_000))
  process.send?.(moment)
})
process.on("disconnect", () => process.exit(0))
