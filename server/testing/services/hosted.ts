import type { LightMyRequestResponse } from "fastify"
import type { EnginePace } from "#server/adapters/image-engine/declaration.ts"
import type { EngineWatch, ImageEngine } from "#server/adapters/image-engine/port.ts"
import { openEngines } from "#server/composition/open-engines.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { createProviderPauses } from "#server/platform/providers/provider-pauses.ts"
import { readConfig } from "#server/settings/config.ts"
import { freePort } from "#server/testing/processes/processes.ts"
import { type FakeServer, openFakeServer } from "#server/testing/providers/fake-http.ts"
import { type FakeOpenAi, playOpenAi } from "#server/testing/providers/openai.ts"
import { type FakeReplicate, playReplicate } from "#server/testing/providers/replicate.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

export const fluxPath = "/image-gen-with-flux-1.1"
export const dallePath = "/image-gen-with-dalle3"
/** Calls that a provider is paid for. */
export const createPattern = /^POST \/replicate\/v1\/(models\/.+\/)?predictions$/
export const drawPath = "POST /openai/v1/images/generations"

/** The product with hosted engines, and the fakes that it takes for them. */
export interface Hosted {
  t: TestApp
  fakes: FakeServer
  replicate: FakeReplicate
  openai: FakeOpenAi
  /** Orders one clay pot, or what the body says. */
  order(person: TestPerson, body?: object, path?: string, app?: TestApp): Promise<LightMyRequestResponse>
  /** What a person has, and how many pictures came of it. */
  outcomeOf(person: TestPerson): Promise<{ credits: number; held: number; pictures: number }>
  /** Opens a product with other settings. */
  open(settings: Record<string, string>): Promise<TestApp>
  /** Engines with other settings or times, on the database and at the address of the product. */
  openEngine(settings: Record<string, string>, pace?: EnginePace): Promise<ImageEngine>
  /** Forgets faults, runs and pauses. */
  forget(): Promise<void>
  close(): Promise<void>
}

/** Nobody waits in tests: times of the Replicate engine in milliseconds. */
const hurry = { firstLook: 15, longestPause: 40, lost: 300, lookForLost: 20 }

const clayPot = { prompt: "a clay pot", aspect_ratio: "4:5" }

export async function openHosted({ hasWorker = true } = {}): Promise<Hosted> {
  const fakes = await openFakeServer()
  const replicate = playReplicate(fakes)
  const openai = playOpenAi(fakes)
  const usual = {
    ENGINE: "replicate",
    ENGINE_ROUTES: "dalle3=openai,inspection=fake",
    ...replicate.settings,
    ...openai.settings,
  }
  const usualPace: EnginePace = { wait: async () => {}, times: { replicate: hurry } }
  const open = async (settings: Record<string, string>): Promise<TestApp> => {
    const port = await freePort()
    const opened = await openTestApp({
      hasWorker,
      settings: { ...usual, PORT: String(port), ...settings },
      replace: { providerPace: usualPace },
    })
    // Webhooks come by the network.
    await opened.app.listen({ port, host: "127.0.0.1" })
    return opened
  }
  const t = await open({})
  return {
    t,
    fakes,
    replicate,
    openai,
    open,
    order: (person, body = clayPot, path = fluxPath, app = t) => app.request("POST", path, { person, body }),
    async outcomeOf({ accountId }) {
      const pictures = await t.s.db.selectFrom("generations").select("id").where("accountId", "=", accountId).execute()
      return { ...(await balanceOf(t.s.db, accountId)), pictures: pictures.length }
    },
    openEngine(settings, pace = {}) {
      const { config, log, db, notifications, metrics, tokenKey } = t.s
      const { publicUrl } = config
      const env = { ...usual, PORT: String(config.port), DATA_DIR: config.dataDir, ...settings }
      const times = { ...pace.times, replicate: { ...hurry, ...pace.times?.replicate } }
      return openEngines(readConfig(env, { threads: 1 }).engines, {
        db,
        publicUrl,
        tokenKey,
        metrics,
        log,
        notifications,
        pauses: createProviderPauses(db, { metrics, alarm: async () => {} }),
        pace: { ...usualPace, ...pace, times },
      })
    },
    async forget() {
      fakes.reset()
      replicate.reset()
      openai.reset()
      await t.s.db.deleteFrom("providerPauses").execute()
    },
    async close() {
      await t.close()
      await fakes.close()
    },
  }
}

/** Somebody who waits for an engine, and what they heard. @param providerJobId of an earlier attempt */
export function quietWatch(providerJobId: string | null = null): {
  heard: { providerJobIds: string[]; shots: number }
  watch: EngineWatch
} {
  const heard = { providerJobIds: [] as string[], shots: 0 }
  const watch: EngineWatch = {
    signal: new AbortController().signal,
    providerJobId,
    saveProviderJobId: async (saved) => void heard.providerJobIds.push(saved),
    onProgress() {},
    onPreview() {},
    onShot: () => void heard.shots++,
  }
  return { heard, watch }
}
