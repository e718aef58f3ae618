import { fileURLToPath } from "node:url"
import { createModelStore } from "#server/adapters/image-engine/local/models/store/model-store.ts"
import { publishModel } from "#server/adapters/image-engine/local/models/testing/publish-model.ts"
import { createApp } from "#server/composition/app.ts"
import { compose } from "#server/composition/compose.ts"
import { jobs } from "#server/composition/jobs.ts"
import { startWorker } from "#server/composition/worker.ts"
import { inviteFirstOperator } from "#server/features/identity/operators/service.ts"
import { createLog } from "#server/platform/observability/log.ts"
import { readConfig } from "#server/settings/config.ts"
import { startRegistry } from "#server/testing/services/npm-registry.ts"

/**
 * The whole product as a process of its own, to which a tiny model of our own is published by a registry on loopback. The product
 * itself takes no other models than those that are pinned in it.
 */
const config = readConfig(process.env, { threads: 1 })
const registry = await startRegistry()
const published = [publishModel(registry)]
const models = createModelStore({ dir: config.models.dir, registry: registry.address, threads: 1, published })
const { services } = await compose(config, createLog(config.logLevel), { models })
startWorker(services, jobs)
const webDir = fileURLToPath(new URL("../../../dist/web/", import.meta.url))
const app = await createApp(services, { isStopping: () => false, webDir })
await app.listen({ port: config.port, host: config.host })
process.stdout.write(`${config.publicUrl}/operator?token=${await inviteFirstOperator(services.db)}\n`)
process.on("disconnect", () => process.exit(0))
