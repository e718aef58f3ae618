import { existsSync, readFileSync } from "node:fs"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { engineProviders } from "#server/adapters/image-engine/all-providers.ts"
import { replicateModels } from "#server/adapters/image-engine/replicate/models.ts"
import { createMetrics } from "#server/platform/observability/metrics.ts"
import { settings } from "#server/settings/all.ts"
import { readConfig } from "#server/settings/config.ts"
import { engineSettings, routedKinds } from "#server/settings/engines.ts"
import { createPattern, type Hosted, openHosted, quietWatch } from "#server/testing/services/hosted.ts"

const root = new URL("../../", import.meta.url)
const guide = readFileSync(new URL("docs/engines.md", root), "utf8")
const known = settings.map(({ name }) => name)

/** What stands between ticks in a sentence or a table. */
const code = [...guide.matchAll(/`([^`\n]+)`/g)].map(([, text = ""]) => text)

/** What is typed, block by block. */
const blocks = [...guide.matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)].map(([, text = ""]) => text)

/** Settings of the commands in a block, whether exported before or written in front of the command. */
function settingsOf(block: string): Record<string, string> {
  const pairs = [...block.matchAll(/(?:^|\s)([A-Z][A-Z0-9_]+)=(\S+)/gm)]
  return Object.fromEntries(pairs.map(([, name, value]) => [name, value]))
}

/** A server at home is asked without a key. */
const keyless = { OPENAI_API_KEY: "" }

const pot = {
  kind: "picture" as const,
  prompt: "a clay pot",
  sentPrompt: "a clay pot",
  style: "plain" as const,
  raw: false,
  count: 1,
  width: 1024,
  height: 1024,
  seed: 3,
  format: "webp" as const,
}

describe("the guide to engines", () => {
  test("names settings that there are, and every setting of engines", () => {
    const named = [...code, ...blocks].flatMap(
      (text) => text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b|\bENGINE\b/g) ?? [],
    )
    expect(named.filter((name) => !known.includes(name))).toEqual([])
    expect(engineSettings.map(({ name }) => name).filter((name) => !named.includes(name))).toEqual([])
  })

  const examples = blocks.map(settingsOf).filter((env) => Object.keys(env).length > 0)
  test.each(examples)("has settings that are taken as they stand there: %o", (example) => {
    // Where a block builds on the fakes' own settings, these are in the environment already.
    const env = { REPLICATE_API_TOKEN: "r8_of_the_fakes", OPENAI_API_KEY: "sk-of-the-fakes", ...example }
    expect(Object.keys(example).filter((name) => !known.includes(name))).toEqual([])
    expect(() => readConfig(env, { threads: 2 })).not.toThrow()
  })

  test("has examples in its sentences that are taken too", () => {
    const pairs = code.map((text) => /^([A-Z_]+)=(.+)$/.exec(text)).filter((match) => match !== null)
    const routes = code.filter((text) => /^[a-z][\w.-]*=(?:local|replicate|openai|none)\b/.test(text))
    expect([pairs.length, routes.length].every((count) => count > 0)).toBe(true)
    const keys = {
      REPLICATE_API_TOKEN: "r8_a",
      OPENAI_BASE_URL: "http://127.0.0.1:1234/v1",
      CLOUDINARY_URL: "cloudinary://a:b@c",
    }
    const examples = [
      ...pairs.map(([, name = "", value = ""]) => ({ [name]: value })),
      ...routes.map((ENGINE_ROUTES) => ({ ENGINE_ROUTES })),
    ]
    for (const env of examples) expect(() => readConfig({ ...keys, ...env }, { threads: 2 })).not.toThrow()
  })

  test("names every engine, every kind of work and every use of a model", () => {
    const engines = engineProviders.map(({ kind }) => kind).filter((kind) => kind !== "fake")
    const needed = [...engines, ...routedKinds, ...Object.keys(replicateModels)]
    expect(needed.filter((name) => !code.includes(name))).toEqual([])
  })

  test("names programs, files and figures that there are", async () => {
    const commands = blocks.join("\n")
    const files = [...code, ...commands.split(/\s/)].filter((text) =>
      /^(?:server|docs|scripts)\/\S+\.(?:ts|md)$/.test(text),
    )
    expect(files.length).toBeGreaterThan(1)
    expect(files.filter((file) => !existsSync(new URL(file, root)))).toEqual([])
    const { scripts } = JSON.parse(readFileSync(new URL("package.json", root), "utf8")) as { scripts: object }
    const started = [...guide.matchAll(/npm (?:run )?([a-z:]+)/g)].map(([, name]) => name ?? "")
    expect(started.filter((name) => !Object.hasOwn(scripts, name))).toEqual([])
    const counted = await createMetrics().registry.metrics()
    const figures = code.filter((text) => text.startsWith("aworan_"))
    expect(figures.filter((name) => !counted.includes(`# TYPE ${name} `))).toEqual([])
  })

  describe("tried with the fakes in place of the vendors", () => {
    let h: Hosted
    beforeAll(async () => {
      h = await openHosted({ hasWorker: false })
    })
    afterAll(() => h.close())

    /** A setting as it stands there, or what stands in its place when the vendor is played. */
    function played([name, value]: [string, string]): [string, string] {
      const instead: Record<string, string | undefined> = { ...h.replicate.settings, ...h.openai.settings }
      const isOwn = /^http:\/\/127\.0\.0\.1:\d+\/v1$/.test(value)
      return [name, isOwn ? `${h.fakes.origin}/own/v1` : (instead[name] ?? value)]
    }

    test.each(examples)("draws a picture with %o", async (example) => {
      const settings = Object.fromEntries(Object.entries(example).map(played))
      const isOwn = "OPENAI_BASE_URL" in example
      // The name of an own server's model is whatever that server calls it.
      const engine = await h.openEngine({ ENGINE: "local", ENGINE_ROUTES: "", ...settings, ...(isOwn && keyless) })
      const draw = (mode: string) => engine.run<"picture">({ ...pot, mode }, quietWatch().watch)
      const path = isOwn ? "POST /own/v1/images" : "POST /openai/v1/images"
      if (example.ENGINE === "replicate") {
        expect(await draw("flux1.1-pro")).toHaveLength(1)
        expect(h.fakes.count(createPattern)).toBe(1)
      }
      if (example.ENGINE_ROUTES?.includes("openai")) {
        expect(await draw("dalle3")).toHaveLength(1)
        expect(h.fakes.count(path)).toBe(1)
      }
      expect(h.fakes.log().length).toBeGreaterThan(0)
      await engine.stop()
      await h.forget()
    })

    test("reads the key for webhooks where the command reads it", async () => {
      const [, address = ""] = /curl .*?(https:\S+)/.exec(guide) ?? []
      const { REPLICATE_BASE_URL = "", REPLICATE_API_TOKEN, REPLICATE_WEBHOOK_SECRET } = h.replicate.settings
      const headers = { authorization: `Bearer ${REPLICATE_API_TOKEN}` }
      const at = address.replace("https://api.replicate.com/v1", REPLICATE_BASE_URL)
      expect(await (await fetch(at, { headers })).json()).toEqual({ key: REPLICATE_WEBHOOK_SECRET })
    })
  })
})
