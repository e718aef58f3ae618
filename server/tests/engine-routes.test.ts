import sharp from "sharp"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import type { EngineOrderKind } from "#server/adapters/image-engine/port.ts"
import { drawProductPhoto } from "#server/adapters/image-engine/testing/product-photo.ts"
import { type Hosted, openHosted, quietWatch } from "#server/testing/services/hosted.ts"

// Of no database, so it is not among the features, which are tested on both.
let h: Hosted

beforeAll(async () => {
  h = await openHosted({ hasWorker: false })
})
afterEach(() => h.forget())
afterAll(() => h.close())

describe("the settings of routes say which engine does what", () => {
  type Part = [kind: EngineOrderKind, mode: string | null, engine: string]
  const rest: Part[] = [
    ["enlargement", null, "replicate"],
    ["description", null, "replicate"],
    ["training", null, "replicate"],
    ["inspection", null, "local"],
  ]
  test.each<[string, Part[]]>([
    [
      "",
      [["picture", "flux1.1-pro", "replicate"], ["picture", "dalle3", "none"], ["cut-out", null, "replicate"], ...rest],
    ],
    ["dalle3=openai", [["picture", "flux1.1-pro", "replicate"], ["picture", "dalle3", "openai"], ...rest]],
    ["shoot=replicate", [["shoot", null, "local"], ...rest]],
    ["shoot=none", [["shoot", null, "none"], ...rest]],
    ["cut-out=local", [["picture", "flux1.1-pro", "replicate"], ["cut-out", null, "local"], ...rest]],
    [
      "picture=local,flux1.1-pro=openai,cut-out=none",
      [
        ["picture", "flux1.1-pro", "openai"],
        ["picture", "dalle3", "local"],
        ["picture", "ghibsky-style", "local"],
        ["cut-out", null, "none"],
        ...rest,
      ],
    ],
    [
      "training=local,enlargement=local",
      [
        ["picture", "flux1.1-pro", "replicate"],
        ["training", null, "local"],
        ["enlargement", null, "local"],
        ["cut-out", null, "replicate"],
      ],
    ],
  ])("ENGINE=replicate and %j", async (ENGINE_ROUTES, parts) => {
    const engine = await h.openEngine({ ENGINE: "replicate", ENGINE_ROUTES })
    for (const [kind, mode, name] of parts) {
      const offer = await engine.offer(kind, mode === null ? {} : { mode })
      const shown = offer.refusal === null ? offer.engine : "none"
      expect([kind, mode, shown]).toEqual([kind, mode, name])
    }
    expect(h.fakes.log()).toEqual([])
    await engine.stop()
  })

  test("and what is routed to the local engine never reaches the hosted one", async () => {
    const engine = await h.openEngine({ ENGINE_ROUTES: "cut-out=local" })
    const file = await drawProductPhoto()
    const heard: string[] = []
    const watch = { ...quietWatch().watch, onEngine: (name: string) => void heard.push(name) }
    const { bytes } = await engine.run({ kind: "cut-out", file, format: "png" }, watch)
    expect((await sharp(bytes).metadata()).hasAlpha).toBe(true)
    expect(heard).toEqual(["local"])
    expect(h.fakes.log()).toEqual([])
    await engine.stop()
    // The engine's threads step back for everything else on the machine.
  }, 120_000)

  test("and what the local engine has learned it draws too, where Replicate draws everything else", async () => {
    const engine = await h.openEngine({ ENGINE_ROUTES: "training=local", REPLICATE_OWNER: "" })
    try {
      const photo = await drawProductPhoto()
      const order = { kind: "training" as const, photos: [photo], triggerWord: "awopot", style: "Bags" }
      const { model, views } = await engine.run<"training">(order, quietWatch().watch)
      expect(model).toMatch(/^local:/)
      for (const kind of ["model-picture", "shoot"] as const) {
        expect(await engine.offer(kind, { model })).toMatchObject({ engine: "local", refusal: null })
      }
      const known = { model, triggerWord: "awopot", views: views.map(({ bytes }) => bytes) }
      const rest = { known, count: 1, width: 256, height: 256, seed: 3, format: "webp" as const }
      const picture = { kind: "model-picture" as const, prompt: "on a beach", ...rest }
      expect(await engine.run<"model-picture">(picture, quietWatch().watch)).toHaveLength(1)
      const templates = engine.capabilities.templates.slice(0, 1).map(({ name }) => name)
      const shoot = { kind: "shoot" as const, photos: known.views.slice(0, 1), templates, from: 0, ...rest }
      expect(await engine.run<"shoot">(shoot, quietWatch().watch)).toHaveLength(1)
      expect(h.fakes.log()).toEqual([])
    } finally {
      await engine.stop()
    }
    // The engine's threads step back for everything else on the machine.
  }, 120_000)
})
