import { afterAll, beforeAll, describe, expect, test } from "vitest"
import type { OperatorRole } from "#contract/identity/operators.ts"
import { collectionsWith } from "#server/composition/collections.ts"
import { newId } from "#server/platform/ids.ts"
import { conformanceCollections } from "#server/testing/conformance-collections.ts"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import {
  buildApplication,
  buildBonus,
  buildEngagement,
  buildPhotos,
  buildReference,
  buildShot,
  buildTraining,
} from "#server/testing/records/build-records.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

const apiKey = "a-server-key-for-the-tests"

/** Who asks; `owner` is whose row it is, and has confirmed the address like `other` and `operator`. */
const roles = ["guest", "anonymous", "unverified", "owner", "other", "operator", "key"] as const
type Role = (typeof roles)[number]

/** What each role gets, in their order: a status, or in lists the number of rows. */
type Outcomes = readonly [number, number, number, number, number, number, number]

interface Rules {
  collection: string
  /** A row of the owner's. @returns its id */
  build: () => Promise<string>
  list: Outcomes
  get: Outcomes
  /** Making a row of one's own. */
  create: Outcomes
  /** Changing and upserting answer alike. */
  update: Outcomes
  delete: Outcomes
}

let t: TestApp
const people = {} as Record<Exclude<Role, "guest" | "key">, TestPerson>
let application = ""

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false, settings: { API_KEY: apiKey, CONFORMANCE: "1" } })
  people.unverified = await t.signUp()
  people.owner = await t.signUp({ isVerified: true, credits: 5_000 })
  people.other = await t.signUp({ isVerified: true, credits: 5_000 })
  people.operator = await buildOperator("owner")
  people.anonymous = await signInAnonymously()
  application = await buildApplication(t, people.owner.accountId)
})
afterAll(() => t.close())

async function buildOperator(role: OperatorRole): Promise<TestPerson> {
  const person = await t.signUp({ isVerified: true, credits: 5_000 })
  await t.s.db.insertInto("operators").values({ accountId: person.accountId, role }).execute()
  return person
}

async function signInAnonymously(): Promise<TestPerson> {
  const reply = await t.request("POST", "/v1/account/sessions/anonymous", { body: {} })
  const cookie = reply.cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join("; ")
  return { accountId: reply.json().userId, email: "", password: "", cookie }
}

function at(collection: string, id = ""): string {
  return `/v1/databases/main/collections/${collection}/documents${id && `/${id}`}`
}

function as(role: Role): { person?: TestPerson; headers?: Record<string, string> } {
  if (role === "guest") return {}
  return role === "key" ? { headers: { "x-appwrite-key": apiKey } } : { person: people[role] }
}

const owner = () => people.owner.accountId
const nobody: Outcomes = [401, 401, 401, 401, 401, 401, 401]
const everybody: Outcomes = [200, 200, 200, 200, 200, 200, 200]
const ownerAndOperator: Outcomes = [404, 404, 404, 200, 404, 200, 200]

const publicPicture = {
  list: [1, 1, 1, 1, 1, 1, 1],
  get: everybody,
  create: nobody,
  update: nobody,
  delete: [401, 401, 401, 204, 401, 401, 204],
} as const
/** Operators, too, see private pictures by a logged reason only, which this backend cannot ask for. */
const privatePicture = {
  ...publicPicture,
  list: [0, 0, 0, 1, 0, 0, 1],
  get: [404, 404, 404, 200, 404, 404, 200],
} as const
const hiddenPicture = { ...publicPicture, list: [0, 0, 0, 1, 0, 1, 1], get: ownerAndOperator } as const
const adminRecord = {
  list: [401, 401, 401, 401, 401, 1, 1],
  get: [404, 404, 404, 404, 404, 200, 200],
  create: nobody,
  update: nobody,
  delete: nobody,
} as const

const picture = (options: { isPublic?: boolean; isTakenDown?: boolean }) => ({
  collection: "generations",
  build: async () => (await buildPictures(t, owner(), [options]))[0] ?? "",
})
const shot = (options: { isPublic: boolean; isTakenDown?: boolean }) => ({
  collection: "photoshoots",
  build: () => buildShot(t, owner(), options),
})

const table: Record<string, Rules> = {
  "a profile": {
    collection: "profiles",
    build: async () => (await t.request("GET", at("profiles"), as("owner"))).json().documents[0].$id,
    list: [401, 0, 0, 1, 0, 1, 1],
    get: ownerAndOperator,
    create: [401, 401, 201, 201, 201, 201, 401],
    update: [401, 401, 401, 200, 401, 401, 200],
    delete: nobody,
  },
  "a public picture": { ...picture({ isPublic: true }), ...publicPicture },
  "a private picture": { ...picture({ isPublic: false }), ...privatePicture },
  "a picture taken down": { ...picture({ isTakenDown: true }), ...hiddenPicture },
  "a public shot": { ...shot({ isPublic: true }), ...publicPicture },
  "a private shot": { ...shot({ isPublic: false }), ...privatePicture },
  "a shot taken down": { ...shot({ isPublic: true, isTakenDown: true }), ...hiddenPicture },
  "a training": {
    collection: "trainings",
    build: () => buildTraining(t, owner()),
    list: [401, 0, 0, 1, 0, 1, 1],
    get: ownerAndOperator,
    create: [401, 401, 401, 201, 201, 201, 401],
    update: nobody,
    delete: [401, 401, 401, 204, 401, 401, 204],
  },
  "an application": {
    collection: "applications",
    build: async () => application,
    list: [401, 0, 0, 1, 0, 1, 1],
    get: ownerAndOperator,
    create: [401, 401, 401, 201, 401, 401, 401],
    update: nobody,
    delete: nobody,
  },
  "a contract": { collection: "contracts", build: () => buildEngagement(t, owner()), ...adminRecord },
  "a bonus": { collection: "bonuses", build: () => buildBonus(t, owner()), ...adminRecord },
  "a code": { collection: "codes", build: async () => (await buildReference(t, owner())).id, ...adminRecord },
  "a document with its maker's permissions": {
    collection: "scratch",
    build: async () => {
      const body = { documentId: "unique()", data: { title: "Own" } }
      return (await t.request("POST", at("scratch"), { ...as("owner"), body })).json().$id
    },
    list: [0, 0, 0, 1, 0, 0, 1],
    get: [404, 404, 404, 200, 404, 404, 200],
    create: [401, 401, 201, 201, 201, 201, 201],
    update: [401, 401, 401, 200, 401, 401, 200],
    delete: [401, 401, 401, 204, 401, 401, 204],
  },
  "a document that nobody writes": {
    collection: "locked",
    build: async () => {
      const id = newId()
      await t.s.db.insertInto("lockedDocuments").values({ id, title: "Locked", owner: owner() }).execute()
      return id
    },
    list: publicPicture.list,
    get: everybody,
    create: nobody,
    update: nobody,
    delete: nobody,
  },
}

/** What a person sends to make a row; good wherever anybody may make one. */
async function newData(collection: string, role: Role): Promise<object> {
  const accountId = role === "guest" || role === "key" ? owner() : people[role].accountId
  switch (collection) {
    case "trainings": {
      const images = (await buildPhotos(t, accountId)).map(({ url }) => url)
      return { PrimaryStyle: "Bags", images, userId: accountId, trainingStatus: "analysing_dataset" }
    }
    case "applications":
      return { userId: accountId, stage: "applied", program: "Systems Integration", ProgamId: "systems_intergration" }
    case "profiles":
      return { accountId, name: "Ada" }
    case "scratch":
      return { title: "New" }
    default:
      return { title: "New", prompt: "a chair", code: "FREE", credits: 1_000 }
  }
}

/** Data that changes something, where a change is possible. */
const changes: Record<string, () => object> = {
  profiles: () => ({ name: newId() }),
  scratch: () => ({ title: newId() }),
}

type Action = "list" | "get" | "create" | "update" | "upsert" | "delete"

async function ask(rules: Rules, action: Action, role: Role, id: string) {
  const { collection } = rules
  switch (action) {
    case "list": {
      const query = encodeURIComponent(JSON.stringify({ method: "equal", attribute: "$id", values: [id] }))
      return t.request("GET", `${at(collection)}?queries[0]=${query}`, as(role))
    }
    case "get":
      return t.request("GET", at(collection, id), as(role))
    case "create": {
      const body = { documentId: "unique()", data: await newData(collection, role) }
      return t.request("POST", at(collection), { ...as(role), body })
    }
    case "delete":
      return t.request("DELETE", at(collection, id), { ...as(role), body: {} })
    default: {
      const body = { data: changes[collection]?.() ?? { status: "ready" } }
      return t.request(action === "update" ? "PATCH" : "PUT", at(collection, id), { ...as(role), body })
    }
  }
}

describe("who may do what with", () => {
  const actions = ["list", "get", "create", "update", "upsert", "delete"] as const
  const cases = Object.keys(table).flatMap((what) => actions.map((action) => ({ what, action })))

  test.each(cases)("$what: $action", async ({ what, action }) => {
    const rules = table[what]
    if (!rules) throw new Error("No such row in the table.")
    const outcomes: Record<string, number> = {}
    let id = ""
    for (const role of roles) {
      if (id === "" || action === "delete") id = await rules.build()
      const before = (await t.request("GET", at(rules.collection, id), as("key"))).body
      const reply = await ask(rules, action, role, id)
      const isList = action === "list" && reply.statusCode === 200
      outcomes[role] = isList ? reply.json().documents.length : reply.statusCode
      if (isList) expect(reply.json().total).toBe(outcomes[role])
      if (reply.statusCode === 401) expect([role, reply.json().type]).toEqual([role, "user_unauthorized"])
      if (reply.statusCode === 404) expect([role, reply.json().type]).toEqual([role, "document_not_found"])
      const after = await t.request("GET", at(rules.collection, id), as("key"))
      if (reply.statusCode === 204) expect(after.statusCode).toBe(404)
      else if (reply.statusCode >= 400) expect(after.body).toBe(before)
      else if (action === "update" || action === "upsert") expect(after.body).not.toBe(before)
    }
    const expected = rules[action === "upsert" ? "update" : action]
    expect(outcomes).toEqual(Object.fromEntries(roles.map((role, index) => [role, expected[index]])))
  })

  test("every collection is in the table", () => {
    const known = new Set(Object.values(table).map(({ collection }) => collection))
    expect([...collectionsWith(conformanceCollections).keys()].sort()).toEqual([...known].sort())
  })
})

describe("an operator", () => {
  const reading: [string, OperatorRole[]][] = [
    ["generations", ["owner", "content", "support"]],
    ["photoshoots", ["owner", "content", "support"]],
    ["profiles", ["owner", "finance", "admissions", "support"]],
    ["trainings", ["owner", "support"]],
    ["applications", ["owner", "admissions"]],
    ["contracts", ["owner", "finance", "support"]],
    ["bonuses", ["owner", "finance", "support"]],
    ["codes", ["owner", "finance"]],
  ]
  const allRoles: OperatorRole[] = ["owner", "finance", "admissions", "content", "support"]

  test.each(allRoles)("with the role %s reads what the role is for", async (role) => {
    const person = await buildOperator(role)
    const found: string[] = []
    for (const [collection] of reading) {
      const rules = Object.values(table).find(
        ({ collection: name, get }) => name === collection && get !== publicPicture.get && get !== privatePicture.get,
      )
      const reply = await t.request("GET", at(collection, await rules?.build()), { person })
      if (reply.statusCode === 200) found.push(collection)
    }
    expect(found).toEqual(reading.filter(([, who]) => who.includes(role)).map(([collection]) => collection))
  })

  test("is anybody else after twelve hours, and as soon as the role is taken away", async () => {
    const person = await buildOperator("owner")
    const status = async () => (await t.request("GET", at("codes"), { person })).statusCode
    expect(await status()).toBe(200)
    const long = new Date(Date.now() - 12 * 3_600_000 - 60_000)
    const ofPerson = t.s.db.updateTable("sessions").where("accountId", "=", person.accountId)
    await ofPerson.set({ createdAt: long }).execute()
    expect(await status()).toBe(401)
    await ofPerson.set({ createdAt: new Date() }).execute()
    expect(await status()).toBe(200)
    await t.s.db.deleteFrom("operators").where("accountId", "=", person.accountId).execute()
    expect(await status()).toBe(401)
  })
})
