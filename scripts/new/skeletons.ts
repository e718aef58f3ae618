import { areas } from "#scripts/checks/check-folders.ts"
import { portShapes, providerTexts } from "./provider.ts"

/** What a new part of the product begins with. */
export interface Skeleton {
  files: { path: string; text: string }[]
  /** What lists of the product need, each directly before what stands there once. */
  lines: { file: string; text: string; before: string }[]
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
        text: `import { ${routes} } from "#${folder}/routes.ts"\n`,
        before: 'import { newId } from "#server/platform/ids.ts"',
      },
      {
        file: "server/composition/app.ts",
        text: `    ${routes}(scope, s, context)\n`,
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
        text: `import { ${camel(name)} } from "#${file}"\n`,
        before: 'import { runKinds } from "./run-kinds.ts"',
      },
      { file: "server/composition/jobs.ts", text: `  ${camel(name)},\n`, before: "  mailSecret," },
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
        text: `import { ${name} } from "#${file}"\n`,
        before: 'import { generationsCollection } from "#server/features/studio/generations/collection.ts"',
      },
      { file: "server/composition/collections.ts", text: `  ${name},\n`, before: "  applicationsCollection," },
    ],
    next: [
      "its table: npm run db:new, server/db/tables",
      "a row of the table in server/features/hosted/documents/access.test.ts: who may do what",
    ],
  }
}

/** The import and the name that the list of a port's providers gets. */
function listed(folder: string, name: string, file: string): Skeleton["lines"] {
  const list = `server/adapters/${folder}/all-providers.ts`
  return [
    { file: list, text: `import { ${camel(name)} } from "./${name}/${file}.ts"\n`, before: "\n/** " },
    { file: list, text: `, ${camel(name)}`, before: "]\n" },
  ]
}

function provider(path: string): Skeleton {
  const [folder = "", name = ""] = readPath(path, ["PORT", "NAME"])
  if (folder === "identity-providers") return signInProvider(name)
  const shape = portShapes[folder]
  if (!shape) {
    const ports = [...Object.keys(portShapes), "identity-providers"]
    throw new Error(`${folder} is no port; there are: ${ports.join(", ")}`)
  }
  const fill = (text: string): string =>
    text
      .replaceAll("createName", `create${pascal(name)}`)
      .replaceAll("camelName", camel(name))
      .replaceAll("NAME", name)
      .replaceAll("KEY", `${name.replaceAll("-", "_").toUpperCase()}_KEY`)
  const texts = providerTexts(folder, shape)
  const place = `server/adapters/${folder}/${name}`
  return {
    files: [
      { path: `${place}/${name}.ts`, text: fill(texts.NAME) },
      { path: `${place}/declaration.ts`, text: fill(texts.declaration) },
    ],
    lines: listed(folder, name, "declaration"),
    next: ["npm run fix && npm run settings", ...shape.next],
  }
}

function signInProvider(name: string): Skeleton {
  const upper = name.replaceAll("-", "_").toUpperCase()
  return {
    files: [
      {
        path: `server/adapters/identity-providers/${name}/${name}.ts`,
        text: `import type { IdentityProviderDeclaration } from "#server/adapters/identity-providers/declaration.ts"
import { readGroup } from "#server/platform/settings/read-group.ts"

export const ${camel(name)}: IdentityProviderDeclaration = {
  settings: [
    {
      name: "${upper}_CLIENT_ID",
      what: "Client of ${pascal(name)} sign-in; together with its secret it shows the button.",
      default: "none",
    },
    { name: "${upper}_CLIENT_SECRET", what: "Secret of that client.", default: "none" },
  ],
  read(reader) {
    const client = readGroup(reader, ["${upper}_CLIENT_ID", "${upper}_CLIENT_SECRET"])
    if (client === null) return null
    return () => {
      throw new Error("${name} is not written yet.")
    }
  },
}
`,
      },
    ],
    lines: [
      { file: "contract/identity/sign-in-providers.ts", text: `, "${name}": "${pascal(name)}"`, before: " } as const" },
      {
        file: "server/adapters/identity-providers/all-providers.ts",
        text: `import { ${camel(name)} } from "./${name}/${name}.ts"\n`,
        before: "\n/** ",
      },
      {
        file: "server/adapters/identity-providers/all-providers.ts",
        text: `  "${name}": ${camel(name)},\n`,
        before: "}\n",
      },
    ],
    next: [
      "npm run fix && npm run settings",
      "createOpenIdProvider or createPlainProvider in place of the error",
      "its logo in web/ui/media/provider-logo.tsx",
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
