import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import sharp from "sharp"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { createLocalEngine, type LocalEngine } from "#server/adapters/image-engine/local/engine.ts"
import { createModelStore } from "#server/adapters/image-engine/local/models/store/model-store.ts"
import type { PublishedModel } from "#server/adapters/image-engine/local/models/store/published.ts"
import { publishModel } from "#server/adapters/image-engine/local/models/testing/publish-model.ts"
import { writeRedMatting, writeResize } from "#server/adapters/image-engine/local/models/testing/tiny-onnx.ts"
import type { ModelStore } from "#server/adapters/image-engine/port.ts"
import { runAdmin } from "#server/admin/commands.ts"
import { transact } from "#server/db/open.ts"
import { giveRole } from "#server/features/identity/operators/service.ts"
import { isPostgres } from "#server/testing/databases/test-database.ts"
import { startRegistry, type TestRegistry } from "#server/testing/services/npm-registry.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

const hurried = { silentMs: 500, pausesMs: [1, 1, 1, 1], totalMs: 20_000 }
const agreed = { isAgreed: true, reason: "We sell with it" }

let t: TestApp
let owner: TestPerson
let registry: TestRegistry
let engine: LocalEngine
let dir = ""
/** What the app's store and engine stand on; each test has its own registry and folder. */
let store: ModelStore

const current: ModelStore = {
  get offers() {
    return store.offers
  },
  find: (id) => store.find(id),
  add: (id, watch) => store.add(id, watch),
  remove: (id) => store.remove(id),
}

function use(model: PublishedModel): void {
  store = createModelStore({ dir, registry: registry.address, threads: 1, published: [model], pace: hurried })
}

beforeAll(async () => {
  t = await openTestApp({
    replace: {
      models: current,
      engine: {
        name: "local",
        capabilities: {} as LocalEngine["capabilities"],
        isLocal: (kind) => engine.isLocal(kind),
        offer: (kind) => engine.offer(kind),
        run: (order, watch) => engine.run(order, watch),
        tellCutOut: async () => (await engine.tellCutOut?.()) ?? "",
        stop: async () => {},
      },
    },
  })
  owner = await t.signUp()
  await transact(t.s.db, (tx) => giveRole(tx, owner.accountId, "owner"))
})

afterAll(() => t.close())

beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "aworan-models-"))
  registry = await startRegistry()
  engine = createLocalEngine({ threads: 1, addedModelsDir: dir })
  use(publishModel(registry))
  await t.s.db.deleteFrom("installation").where("name", "like", "model:%").execute()
})

afterEach(async () => {
  await engine.stop()
  await registry.close()
  rmSync(dir, { recursive: true, force: true })
})

async function admin(...args: string[]): Promise<{ code: number; said: string }> {
  const lines: string[] = []
  const code = await runAdmin({ s: t.s, say: (line) => lines.push(line) }, ["models", ...args])
  return { code, said: lines.join("\n") }
}

const models = async () => (await t.request("GET", "/operators/models", { person: owner })).json().data
const add = () => t.request("POST", "/operators/models/cut-out", { person: owner, body: agreed })

/** Waits until nobody adds the model any more. @returns what is told of it then */
async function added() {
  return until(async () => {
    const [model] = (await models()).models
    return model.adding === null ? model : undefined
  })
}

/** A red disc and a small blue one on white, cut out. @returns coverage in the middle of each, and by whom */
async function cutOut(): Promise<{ red: number; blue: number; by: string }> {
  const disc = (x: number, r: number, colour: string): string => `<circle cx="${x}" cy="75" r="${r}" fill="${colour}"/>`
  const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="240" height="150"><rect width="240" height="150" fill="#f2f2ee"/>`
  const file = await sharp(Buffer.from(`${drawn}${disc(80, 50, "#d01010")}${disc(175, 13, "#1010d0")}</svg>`))
    .png()
    .toBuffer()
  const watch = {
    signal: new AbortController().signal,
    providerJobId: null,
    saveProviderJobId: async () => {},
    onProgress() {},
    onPreview() {},
  }
  const { bytes, by } = await engine.run<"cut-out">({ kind: "cut-out", file, format: "png" }, watch)
  const { data } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
  return { red: data[(75 * 240 + 80) * 4 + 3] ?? 0, blue: data[(75 * 240 + 175) * 4 + 3] ?? 0, by }
}

describe("npm run admin -- models", () => {
  test("tells what it is before anybody agrees, then adds it, and cut-outs use it without a restart", async () => {
    expect((await cutOut()).by).toBe("local")
    const told = await admin("add", "cut-out")
    expect(told.code).toBe(1)
    for (const words of ["It finds what is red.", "licence is not known", "models add cut-out agreed"]) {
      expect(told.said).toContain(words)
    }
    expect(registry.requests).toEqual([])
    const done = await admin("add", "cut-out", "agreed")
    expect([done.code, done.said]).toEqual([
      0,
      expect.stringMatching(/Red things is added.* with the model Red things/),
    ])
    expect(await cutOut()).toMatchObject({ by: "model", red: 255, blue: 0 })
    expect((await admin("list")).said).toMatch(/Red things 1\.0\.0, tried with \d+ MB/)
    expect((await admin("remove", "cut-out")).said).toContain("Cut-outs are made built in")
    expect((await cutOut()).by).toBe("local")
    // Agreed once: the log has it.
    expect((await admin("add", "cut-out")).code).toBe(0)
  }, 60_000)

  test("knows no other model and no other word", async () => {
    expect(await admin("add", "faces")).toMatchObject({ code: 2, said: /There is no model faces; there is cut-out/ })
    expect((await admin("dance")).code).toBe(2)
    expect(await admin("remove", "cut-out")).toMatchObject({ code: 2, said: /was not added/ })
  })
})

describe("the card of the operators", () => {
  test("is for owners, asks them to agree, and keeps in the log what they agreed to", async () => {
    const stranger = await t.signUp()
    expect((await t.request("GET", "/operators/models", { person: stranger })).statusCode).toBe(403)
    expect((await t.request("POST", "/operators/models/cut-out", { person: stranger, body: agreed })).statusCode).toBe(
      403,
    )
    const unread = await t.request("POST", "/operators/models/cut-out", { person: owner, body: { reason: "We sell" } })
    expect(unread.statusCode).toBe(400)
    expect((await t.request("POST", "/operators/models/faces", { person: owner, body: agreed })).statusCode).toBe(404)
    expect(await models()).toMatchObject({ cutOuts: "built in", models: [{ id: "cut-out", added: "", problem: "" }] })
    expect((await add()).statusCode).toBe(201)
    expect(await added()).toMatchObject({ problem: "", added: expect.stringContaining("Red things 1.0.0") })
    expect((await models()).cutOuts).toBe("with the model Red things")
    const line = await t.s.db.selectFrom("operatorLog").selectAll().orderBy("id", "desc").executeTakeFirstOrThrow()
    expect(line).toMatchObject({
      ...{ action: "models.add", operatorId: owner.accountId, reason: agreed.reason },
      detail: { model: "cut-out", after: { agreedTo: "It finds what is red. Its licence is not known." } },
    })
    expect((await add()).statusCode).toBe(409)
    const removal = { person: owner, body: { reason: "No more" } }
    expect((await t.request("POST", "/operators/models/cut-out/removal", removal)).statusCode).toBe(200)
    expect((await models()).cutOuts).toBe("built in")
  }, 60_000)

  test("lets two operators who press at once begin it once", async () => {
    const pressed = await Promise.all([add(), add()])
    expect(pressed.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect(await added()).toMatchObject({ problem: "", added: expect.stringContaining("Red things") })
  }, 60_000)

  test("goes on where the registry fell silent, and writes nothing outside of its folder", async () => {
    registry.faults = { hangAfter: 150 }
    await add()
    expect(await added()).toMatchObject({ problem: "", added: expect.stringContaining("Red things") })
    const begun = registry.requests.filter(({ name }) => name === "@tests/model").map(({ from }) => from)
    expect([...new Set(begun)]).toEqual([0, 150, 300])
    expect(readdirSync(dir).sort()).toEqual(["adding.lock", "cut-out"])
    expect(readdirSync(join(dir, "cut-out")).sort()).toEqual(["about.json", "model.onnx", "node_modules"])
    expect(existsSync(join(dir, "../outside.txt"))).toBe(false)
    expect(existsSync("/aworan-outside.txt")).toBe(false)
  }, 60_000)

  test.each([
    ["is silent", { hangAfter: 0 }, /stopped answering: .* They are kept: add it again/],
    [
      "stops in the middle for good",
      { hangAfter: 150, hangsForGood: true },
      /stopped answering: .* They are kept: add it again/,
    ],
    ["has no such package", { status: 404 }, /does not give @tests\/model 1\.0\.0: it answers 404/],
    ["is broken", { status: 503 }, /stopped answering/],
    ["gives something else", { isFalsified: true }, /is not what was published: its digest differs/],
  ])(
    "says so when the registry %s, and adds it the next time",
    async (_, faults, sentence) => {
      registry.faults = faults
      await add()
      expect(await added()).toMatchObject({ added: "", problem: expect.stringMatching(sentence) })
      expect((await models()).cutOuts).toBe("built in")
      registry.faults = { ignoresRange: true }
      await add()
      expect(await added()).toMatchObject({ problem: "", added: expect.stringContaining("Red things") })
    },
    60_000,
  )

  test("goes on from the middle, where the registry had stopped for good, when it is added again", async () => {
    registry.faults = { hangAfter: 150, hangsForGood: true }
    await add()
    await added()
    const requested = registry.requests.length
    registry.faults = {}
    await add()
    expect(await added()).toMatchObject({ problem: "", added: expect.stringContaining("Red things") })
    expect(registry.requests[requested]).toEqual({ name: "@tests/model", from: 150 })
  }, 60_000)

  test("is told before a byte is fetched that the disk has too little room", async () => {
    use({ ...publishModel(registry), preparedBytes: 1e15 })
    await add()
    const sentence = /Adding it takes 1000000\d+ MB on the disk of the data folder, and \d+ MB are free there/
    expect(await added()).toMatchObject({ added: "", problem: expect.stringMatching(sentence) })
    expect(registry.requests).toEqual([])
  }, 60_000)

  // The kernel's own device that is always full stands where the download is written.
  test.skipIf(!existsSync("/dev/full")).each(["tests-model-1.0.0", "onnxruntime-node-9.9.9"])(
    "says that the disk is full while %s is written, and adds it once there is room",
    async (name) => {
      mkdirSync(join(dir, "downloads"))
      symlinkSync("/dev/full", join(dir, `downloads/${name === "tests-model-1.0.0" ? `-${name}` : name}.tgz.part`))
      await add()
      const problem = "The disk of the data folder is full. Make room there and add it again."
      expect(await added()).toMatchObject({ added: "", problem })
      expect((await models()).cutOuts).toBe("built in")
      await add()
      expect(await added()).toMatchObject({ problem: "", added: expect.stringContaining("Red things") })
    },
    60_000,
  )

  // Slow, and about the engine alone: one database is enough.
  test.skipIf(isPostgres())(
    "is removed while photos are cut out with it: each photo comes out, and it serves again once it is added anew",
    async () => {
      // The field of a model's file that says who wrote it, to which the runtime of this test listens.
      use(publishModel(registry, Buffer.concat([writeRedMatting(64), Buffer.from("\x12\x04Slow")])))
      await add()
      await added()
      const cutting = [cutOut(), cutOut(), cutOut()]
      await until(async () => existsSync(join(dir, "cut-out/running")))
      const removal = { person: owner, body: { reason: "No more" } }
      expect((await t.request("POST", "/operators/models/cut-out/removal", removal)).statusCode).toBe(200)
      const photos = await Promise.all(cutting)
      expect(photos.map(({ red }) => red)).toEqual([255, 255, 255])
      expect(photos.at(-1)?.by).toBe("local")
      expect(existsSync(join(dir, "cut-out"))).toBe(false)
      expect([(await cutOut()).by, (await models()).cutOuts]).toEqual(["local", "built in"])
      await add()
      expect(await added()).toMatchObject({ problem: "" })
      expect((await cutOut()).by).toBe("model")
    },
    60_000,
  )

  test.each([
    ["cut short", writeRedMatting(64).subarray(0, 150), /damaged, cut short or no ONNX model/],
    ["of a newer set of operators", writeRedMatting(64, 99), /written for a newer runtime than this one/],
    ["one that enlarges", writeResize(2), /no answer a|3 planes/],
    [
      "no model at all",
      Buffer.from("MZ: something else entirely, of some length"),
      /damaged, cut short or no ONNX model/,
    ],
  ])(
    "refuses a model that is %s, in a sentence",
    async (_, bytes, sentence) => {
      use(publishModel(registry, bytes))
      await add()
      expect(await added()).toMatchObject({ added: "", problem: expect.stringMatching(sentence) })
      expect(readdirSync(dir).sort()).toEqual(["adding.lock", "downloads"])
    },
    60_000,
  )
})
