import type { FastifyInstance } from "fastify"
import type { OperatorRight } from "#contract/identity/operator-rights.ts"
import { goodBodies } from "#server/testing/good-bodies.ts"
import { listRoutes } from "#server/testing/malformed.ts"

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE"

/** One call of the console, with the right it needs. */
export interface AdminCall {
  right: OperatorRight
  method: Method
  /** With ids of things that are not there. */
  url: string
  body: object | undefined
}

/** Which right each call needs; the first line that fits counts. */
const rightsOf: readonly (readonly [calls: RegExp, right: OperatorRight])[] = [
  [/ \/operators\/today$/, "today"],
  [/ \/operators\/people\/:personId\/credits$/, "credits.grant"],
  [/ \/operators\/people\/:personId\/credits-taken$/, "credits.take"],
  [/ \/operators\/people\/:personId\/(stage|cohort)$/, "people.stage"],
  [/ \/operators\/people\/:personId\/confirmation$/, "people.confirm"],
  [/ \/operators\/people\/:personId\/copy(\.zip)?$/, "people.copy"],
  [/ \/operators\/people\/:personId\/erasure$/, "people.erase"],
  [/ \/operators\/people\/:personId\/pictures(\/:id)?$/, "people.pictures"],
  [/ \/operators\/people\/:personId\/block$/, "people.block"],
  [/ \/operators\/people\/:personId\/end-sessions$/, "people.endSessions"],
  [/ \/operators\/people\/:personId\/reset-factor$/, "people.resetFactor"],
  [/^GET \/operators\/people\/:personId\/credits\.csv$/, "people.money"],
  [/^GET \/operators\/people(\.csv|\/:personId(\/runs\.csv)?)?$/, "people.see"],
  [/^GET \/operators\/team(\.csv)?$/, "team.see"],
  [/^GET \/operators\/team\/invitations$/, "team.see"],
  [/ \/operators\/team\//, "team"],
  [/^GET \/operators\/log(\.csv)?$/, "log.see"],
  [/^GET \/operators\/admissions\/cohorts(\.csv)?$/, "cohorts.see"],
  [/ \/operators\/admissions\/cohorts\/:id\/texts$/, "cohorts.texts"],
  [/ \/operators\/admissions\/cohorts\/:id\/fees$/, "cohorts.fees"],
  [/ \/operators\/admissions\/cohorts(\/:id(\/preview)?)?$/, "cohorts.change"],
  [/ \/operators\/admissions\//, "admissions"],
  [/^GET \/operators\/badge-keys$/, "badges.see"],
  [/ \/operators\/badge-keys$/, "badges.keys"],
  [/ \/operator\/learning\/certificates(\.csv|\/|$)/, "certificates"],
  [/ \/operator\/learning\//, "teaching"],
  [/^GET \/operators\/(money$|orders)/, "money.see"],
  [/^POST \/operators\/orders\//, "money.change"],
  [/^GET \/operators\/(codes(\.csv)?|prices)$/, "codes.see"],
  [/ \/operators\/(codes|prices)\//, "codes.change"],
  [/ \/operators\/words/, "words"],
  [/ \/operators\/(review|shops)/, "review"],
  [/^GET \/operators\/(runs(\.csv)?|engines)$/, "runs.see"],
  [/^POST \/operators\/runs\/refund$/, "runs.refund"],
  [/^POST \/operators\/runs\/retry$/, "runs.retry"],
  [/ \/operators\/messages/, "messages"],
  [/ \/operators\/contracts/, "contracts"],
  [/ \/operators\/letters/, "letters"],
  [/ \/operators\/incidents/, "status"],
  [/ \/operators\/client-errors$/, "crashes"],
  [/ \/operators\/settings(\/mail)?$/, "settings.see"],
  [/ \/operators\/models/, "models"],
]

/** Calls that everybody with a session may make: the own role, and claiming one by a link. */
const forEverybody = new Set(["GET /operators/me", "POST /operators/claim"])

/** A part of a path; of one that routes name differently both names are printed. */
const parameter = /:\w+(?:\|:\w+)*/g

/** What calls that take nothing else take; the others pass it over. */
const onlyReason = { reason: "Looked at together" }

/** What calls cannot do without. */
const goodQueries: Readonly<Record<string, string>> = {
  "GET /operators/people/:personId/credits-taken": "?credits=1",
}

/** Ids that have the form of what they name. */
const ids: Readonly<Record<string, string>> = {
  ":tx_ref": "1767600000000-0123456789abcdef01234567",
  ":paymentId": "1",
  ":source": "generations",
  ":kind": "shop",
  ":code": "AAAA-BBBB-CCCC",
  ":edition": "1",
}

/**
 * Every call of the console that the application serves.
 * @throws Error for a call whose right this table does not know
 */
export function adminCalls(app: FastifyInstance): AdminCall[] {
  return listRoutes(app.printRoutes({ commonPrefix: false })).flatMap(({ method, path }): AdminCall[] => {
    const name = `${method} ${path}`
    if (!/^\/operators?\//.test(path) || method === "HEAD" || method === "OPTIONS" || forEverybody.has(name)) return []
    const right = rightsOf.find(([calls]) => calls.test(name))?.[1]
    if (!right) throw new Error(`Which right does ${name} need?`)
    const url = path.replace(parameter, (part) => ids[part] ?? "some-id") + (goodQueries[name] ?? "")
    const body = goodBodies[`${method} ${path.replace(parameter, "some-id")}`] ?? onlyReason
    return [{ right, method: method as Method, url, body: method === "GET" ? undefined : body }]
  })
}
