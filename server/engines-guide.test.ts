import { existsSync, readFileSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { readConfig, settings } from "./config.ts"
import { createMetrics } from "./platform/metrics.ts"
import { engineNames, engineSettings, replicateModels, routedKinds } from "./settings/engines.ts"

const root = new URL("../", import.meta.url)
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
    const needed = [...engineNames.filter((name) => name !== "fake"), ...routedKinds, ...Object.keys(replicateModels)]
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
})
