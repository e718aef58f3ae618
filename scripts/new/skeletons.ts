import { areas } from "#scripts/checks/check-folders.ts"

/** What a new part of the product begins with. */
export interface Skeleton {
  files: { path: string; text: string }[]
  /** Lines that lists of the product need, each before the one that stands there. */
  lines: { file: string; line: string; before: string }[]
  /** What else is to be done, in words. */
  next: string[]
}

/** `own-shelf` as the name of a function: `ownShelf`. */
const camel = (name: string): string => name.replaceAll(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
/** And of a type: `OwnShelf`. */
const pascal = (name: string): string => camel(`-${name}`)

/** @throws Error when the path does not have these parts, the first of them an area */
function readPath(path: string, parts: readonly string[]): string[] {
  const given = path.split("/")
  const isGood = given.length === parts.length && given.every((part) => /^[a-z][a-z0-9-]{1,40}$/.test(part))
  if (!isGood || (parts[0] === "AREA" && !areas.includes(given[0] ?? ""))) {
    throw new Error(
      `${path} must be ${parts.join("/")}, in small letters, digits and dashes; areas: ${areas.join(", ")}`,
    )
  }
  return given
}

function feature(path: string): Skeleton {
  const [area = "", name = ""] = readPath(path, ["AREA", "NAME"])
  const folder = `server/features/${area}/${name}`
  const [call, routes] = [`read${pascal(name)}`, `${camel(name)}Routes`]
  return {
    files: [
      {
        path: `contract/${area}/${name}.ts`,
        text: `import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"

export const ${pascal(name)} = z.object({ title: z.string() }).meta({ id: "${pascal(name)}" })
export type ${pascal(name)} = z.infer<typeof ${pascal(name)}>

export const ${call} = endpoint({
  method: "GET",
  path: "/${name}",
  access: "session",
  summary: "The caller's own ${name}",
  reply: z.object({ data: ${pascal(name)} }),
})
`,
      },
      {
        path: `${folder}/service.ts`,
        text: `import type { ${pascal(name)} } from "#contract/${area}/${name}.ts"

/** What the caller sees. */
export function ${call}(): ${pascal(name)} {
  return { title: "${name}" }
}
`,
      },
      {
        path: `${folder}/routes.ts`,
        text: `import type { FastifyInstance } from "fastify"
import * as contract from "#contract/${area}/${name}.ts"
import type { Services } from "#server/declarations/services.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import * as service from "./service.ts"

export function ${routes}(app: FastifyInstance, _: Services, context: RouteContext): void {
  registerRoute(app, context, contract.${call}, { limits: [perPerson(240, 60)] }, async () => ({
    data: service.${call}(),
  }))
}
`,
      },
      {
        path: `${folder}/${name}.test.ts`,
        text: `import { afterAll, beforeAll, expect, test } from "vitest"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"

let t: TestApp
beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(() => t.close())

test("${name} is for people who signed in", async () => {
  expect((await t.request("GET", "/${name}")).statusCode).toBe(401)
  const reply = await t.request("GET", "/${name}", { person: await t.signUp() })
  expect(reply.json()).toEqual({ data: { title: "${name}" } })
})
`,
      },
    ],
    lines: [
      {
        file: "server/composition/app.ts",
        line: `import { ${routes} } from "#${folder}/routes.ts"`,
        before: 'import { newId } from "#server/platform/ids.ts"',
      },
      {
        file: "server/composition/app.ts",
        line: `    ${routes}(scope, s, context)`,
        before: "    await fileRoutes(scope, s, context)",
      },
    ],
    next: [
      "a table and its statements: npm run db:new, server/db/tables, queries.ts",
      `screens in web/features/${area}/${name}`,
      "docs/architecture.md, the room in its drawing",
    ],
  }
}

function job(path: string): Skeleton {
  const [area, room, name = ""] = readPath(path, ["AREA", "FEATURE", "NAME"])
  const file = `server/features/${area}/${room}/${name}-job.ts`
  return {
    files: [
      {
        path: file,
        text: `import { z } from "zod"
import { job } from "#server/declarations/job.ts"

/** Looks before it acts: it may run twice, and may stop half way. */
export const ${camel(name)} = job({
  name: "${room}.${name}",
  payload: z.object({}),
  attempts: 2,
  timeLimitSeconds: 60,
  concurrency: () => 1,
  async run(s) {
    s.log.info("${room}.${name}")
  },
})
`,
      },
    ],
    lines: [
      {
        file: "server/composition/jobs.ts",
        line: `import { ${camel(name)} } from "#${file}"`,
        before: 'import { runKinds } from "./run-kinds.ts"',
      },
      { file: "server/composition/jobs.ts", line: `  ${camel(name)},`, before: "  mailSecret," },
    ],
    next: ["a test of the feature that runs it", "a schedule, or whoever sends it to the queue"],
  }
}

function collection(path: string): Skeleton {
  const [area, room = ""] = readPath(path, ["AREA", "FEATURE"])
  const file = `server/features/${area}/${room}/collection.ts`
  const name = `${camel(room)}Collection`
  return {
    files: [
      {
        path: file,
        text: `import { sql } from "kysely"
import { type Collection, collection } from "#server/declarations/collection.ts"

/** Nobody reads it until \`readable\` and \`permissions\` say who does; its table is that of profiles until it has its own. */
export const ${name}: Collection = collection({
  id: "${room}",
  table: "profiles",
  owner: "accountId",
  attributes: { accountId: { column: "accountId", type: "text", isFilterable: true } },
  readable: () => [],
  permissions: sql\`'[]'::json\`,
})
`,
      },
    ],
    lines: [
      {
        file: "server/composition/collections.ts",
        line: `import { ${name} } from "#${file}"`,
        before: 'import { generationsCollection } from "#server/features/studio/generations/collection.ts"',
      },
      { file: "server/composition/collections.ts", line: `  ${name},`, before: "  applicationsCollection," },
    ],
    next: [
      "its table: npm run db:new, server/db/tables",
      "a row of the table in server/features/hosted/documents/access.test.ts: who may do what",
    ],
  }
}

/** What a provider of each port is. */
const ports: Readonly<Record<string, string>> = {
  "image-engine": "ImageEngine",
  "identity-providers": "IdentityProvider",
  "image-host": "ImageHost",
  mail: "Mailer",
  messages: "Messenger",
  moderation: "Moderation",
  payments: "PaymentProvider",
  storage: "Storage",
}

function provider(path: string): Skeleton {
  const [port = "", name = ""] = readPath(path, ["PORT", "NAME"])
  const type = ports[port]
  if (!type) throw new Error(`${port} is no port; there are: ${Object.keys(ports).join(", ")}`)
  return {
    files: [
      {
        path: `server/adapters/${port}/${name}.ts`,
        text: `import type { ${type} } from "./port.ts"

/** @throws Error until it is written */
export function create${pascal(name)}(): ${type} {
  throw new Error("${name} is not written yet.")
}
`,
      },
    ],
    lines: [],
    next: [
      "its settings in server/settings, then npm run settings",
      "server/composition/compose.ts, which makes it when the settings say so",
      "the conformance tests of the port, and docs/recipes.md for payments and sign-in",
    ],
  }
}

/** What can be made, with what its name must be. */
export const skeletons: Readonly<Record<string, { takes: string; make: (path: string) => Skeleton }>> = {
  feature: { takes: "AREA/NAME", make: feature },
  job: { takes: "AREA/FEATURE/NAME", make: job },
  collection: { takes: "AREA/FEATURE", make: collection },
  provider: { takes: "PORT/NAME", make: provider },
}
