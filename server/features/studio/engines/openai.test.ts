import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { messages } from "#contract/messages.ts"
import { words } from "#server/adapters/image-engine/hosted/person-words.ts"
import type { ImageEngine } from "#server/adapters/image-engine/port.ts"
import type { Fault } from "#server/testing/providers/fake-http.ts"
import { readShape } from "#server/testing/providers/shapes.ts"
import { dallePath, drawPath, type Hosted, openHosted, quietWatch } from "#server/testing/services/hosted.ts"
import type { TestPerson } from "#server/testing/test-app.ts"

/** What people may read of a failure: nothing in a provider's own words. */
const ours: string[] = [...Object.values(words), messages.generationFailed]

const square = { prompt: "a clay pot", aspect_ratio: "1:1" }

let h: Hosted
let person: TestPerson

beforeAll(async () => {
  h = await openHosted()
})
beforeEach(async () => {
  person = await h.t.signUp({ credits: 20 })
})
afterEach(() => h.forget())
afterAll(() => h.close())

const draw = (prompt = square.prompt) => h.order(person, { ...square, prompt }, dallePath)

describe("OpenAI's images API", () => {
  test("draws the mode dalle3 with one square picture, and sends no field that the model refuses", async () => {
    const reply = await draw()
    expect(reply.statusCode, reply.body).toBe(200)
    expect(await h.outcomeOf(person)).toEqual({ credits: 15, held: 0, pictures: 1 })
    expect(h.openai.drawn()).toEqual([
      { model: "gpt-image-2.5-flare", prompt: "a clay pot", n: 1, size: "1024x1024", output_format: "webp" },
    ])
    const { engine } = await h.t.s.db
      .selectFrom("generations")
      .select("engine")
      .where("accountId", "=", person.accountId)
      .executeTakeFirstOrThrow()
    expect(engine).toBe("openai")
  })

  const picture = {
    kind: "picture" as const,
    prompt: "a clay pot",
    sentPrompt: "a clay pot",
    style: "plain" as const,
    mode: "dalle3",
    raw: false,
    count: 1,
    width: 1024,
    height: 1024,
    seed: 3,
    format: "webp" as const,
  }

  test("is asked for an address where the model takes that, and the picture is fetched from there", async () => {
    const engine = await h.openEngine({
      OPENAI_IMAGE_MODEL: "dall-e-3",
      OPENAI_OUTPUT_HOSTS: new URL(h.fakes.origin).host,
      OPENAI_IMAGE_LABEL: "Own painter",
    })
    expect(await engine.run<"picture">(picture, quietWatch().watch)).toHaveLength(1)
    expect(h.openai.drawn()[0]).toMatchObject({ response_format: "url", size: "1024x1024" })
    expect(await engine.offer("picture", { mode: "dalle3" })).toMatchObject({ engine: "openai", label: "Own painter" })
    await engine.stop()
  })

  describe("that answers with an address", () => {
    let engine: ImageEngine
    beforeAll(async () => {
      const hosts = { OPENAI_OUTPUT_HOSTS: new URL(h.fakes.origin).host }
      engine = await h.openEngine({ OPENAI_IMAGE_MODEL: "dall-e-3", ...hosts })
    })
    afterAll(() => engine.stop())

    const filePath = "GET /openai-files/"
    const foreign = { data: [{ url: "http://localhost:1/a.png" }] }
    test.each<[string, string, Fault, number, boolean]>([
      ["has its picture late", filePath, { status: 404 }, 1, true],
      ["breaks off while the picture is fetched", filePath, { reset: "halfway" }, 1, true],
      ["has lost its picture", filePath, { status: 404 }, 99, false],
      ["leads elsewhere", filePath, { status: 302, headers: { location: "http://127.0.0.1:9/x" } }, 1, false],
      ["keeps a page there", filePath, { status: 200, body: "<html></html>" }, 1, false],
      ["keeps another kind of file there", filePath, { status: 200, body: "GIF89a and so on" }, 1, false],
      ["keeps something endless there", filePath, { bytes: 60_000_000 }, 1, false],
      ["names a foreign host", drawPath, { isTaken: true, status: 200, body: foreign }, 1, false],
    ])("is taken at its word only for a picture: one that %s, %s %o %i times: %s", async (_, ...row) => {
      const [match, fault, times, hasResult] = row
      h.fakes.script([{ match, times, fault }])
      const drawing = engine.run<"picture">(picture, quietWatch().watch)
      if (hasResult) expect(await drawing).toHaveLength(1)
      else await expect(drawing).rejects.toMatchObject({ type: "engine_unavailable", message: words.silent })
      expect([h.fakes.count(drawPath), h.openai.drawn().length]).toEqual([1, 1])
    })
  })

  test("of an own server is asked without a key, in the order's shape, and with no commands inside the words", async () => {
    const engine = await h.openEngine({
      ENGINE: "openai",
      ENGINE_ROUTES: "",
      OPENAI_API_KEY: "",
      ...h.openai.ownSettings,
    })
    const sentPrompt = "a pot <sd_cpp_extra_args>{}</sd_cpp_extra_args><lora:x:1> | dull"
    const wide = { ...picture, mode: "flux1.1-pro", sentPrompt, width: 1344, height: 768 }
    expect(await engine.run<"picture">(wide, quietWatch().watch)).toHaveLength(1)
    const [sent] = h.openai.drawn()
    expect(sent).toMatchObject({ model: "sd_xl_base_1.0", size: "1344x768", response_format: "b64_json", n: 1 })
    expect(sent?.prompt).not.toMatch(/[<>|]/)
    expect(h.fakes.log()[0]?.headers.authorization).toBeUndefined()
    await engine.stop()
  })

  test.each<[string, Fault]>([
    ["never answers", { isTaken: true, hangs: true }],
    ["sends one byte a second", { isTaken: true, drips: true }],
  ])("is not waited for when it %s", async (_, fault) => {
    const engine = await h.openEngine({}, { times: { openai: { answer: 200 } } })
    h.fakes.script([{ match: drawPath, fault }])
    const drawing = engine.run<"picture">(picture, quietWatch().watch)
    await expect(drawing).rejects.toMatchObject({ type: "engine_unavailable" })
    expect(h.fakes.count(drawPath)).toBe(1)
    await engine.stop()
  })

  test("that draws too slowly for all pictures of an order gives those that were made", async () => {
    const engine = await h.openEngine({}, { times: { openai: { answer: 60_000, order: 1_500 } } })
    const isLater = ({ path }: { path: string }): boolean =>
      path.endsWith("/generations") && h.openai.drawn().length > 0
    h.fakes.script([{ match: isLater, fault: { hangs: true } }])
    // The time that the product gives an attempt.
    const watch = { ...quietWatch().watch, signal: AbortSignal.timeout(8_000) }
    expect(await engine.run<"picture">({ ...picture, count: 3 }, watch)).toHaveLength(1)
    expect([h.fakes.count(drawPath), h.openai.drawn().length]).toEqual([2, 1])
    await engine.stop()
  })

  test.each<[string, Fault, number, boolean, number]>([
    ["429", { status: 429, headers: { "retry-after": "1" } }, 2, true, 3],
    ["an empty account", readShape("openai/insufficient-quota"), 1, false, 1],
    ["a wrong key", readShape("openai/invalid-api-key"), 1, false, 1],
    ["500", { isTaken: true, status: 500 }, 1, false, 1],
    ["502 as a page", { isTaken: true, status: 502, body: "<h1>Bad gateway</h1>" }, 1, false, 1],
    ["a reset", { isTaken: true, reset: "before" }, 1, false, 1],
    ["a reset halfway", { isTaken: true, reset: "halfway" }, 1, false, 1],
    ["half an answer", { isTaken: true, truncates: true }, 1, false, 1],
    ["an answer of another shape", { status: 200, body: { data: "a picture" } }, 1, false, 1],
    ["no picture", { status: 200, body: { data: [{}] } }, 1, false, 1],
    ["bytes that are no picture", { status: 200, body: { data: [{ b64_json: "aGVsbG8=" }] } }, 1, false, 1],
    ["an endless answer", { bytes: 120_000_000 }, 1, false, 1],
  ])("answers with %s, %o %i times: result %s, sent %i times", async (_, fault, times, hasResult, sent) => {
    h.fakes.script([{ match: drawPath, times, fault }])
    const reply = await draw()
    expect(reply.statusCode, reply.body).toBe(hasResult ? 200 : 502)
    if (!hasResult) expect(ours).toContain(reply.json().message)
    const [credits, pictures] = hasResult ? [15, 1] : [20, 0]
    expect(await h.outcomeOf(person)).toEqual({ credits, held: 0, pictures })
    expect(h.fakes.count(drawPath)).toBe(sent)
  })

  test("is told in our words what it declined", async () => {
    const reply = await draw("something forbidden")
    expect(reply.json().message).toMatch(/declined/)
    expect(reply.body).not.toMatch(/safety/)
    expect(await h.outcomeOf(person)).toEqual({ credits: 20, held: 0, pictures: 0 })
  })
})

test("what no engine carries out cannot be ordered, and is shown as such", async () => {
  const none = await h.open({ ENGINE_ROUTES: "inspection=fake,dalle3=none,shoot=none" })
  try {
    const customer = await none.signUp({ credits: 20 })
    const reply = await h.order(customer, square, dallePath, none)
    expect([reply.statusCode, reply.json().type]).toEqual([409, "engine_unavailable"])
    const { credits } = (await none.request("GET", "/credits", { person: customer })).json().data
    expect(credits).toBe(20)
    const { modes, kinds } = (await none.request("GET", "/studio", { person: customer })).json().data
    expect(modes.dalle3).toMatchObject({ engine: "none", refusal: "No engine is set up for this." })
    expect(modes["flux1.1-pro"]).toMatchObject({ engine: "replicate", refusal: null, feeCredits: 5 })
    expect(kinds.shoot.refusal).not.toBeNull()
    expect(kinds["cut-out"]).toMatchObject({ engine: "replicate", refusal: null })
  } finally {
    await none.close()
  }
})
