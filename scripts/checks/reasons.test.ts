import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { recordInterview } from "#contract/academy/admissions-admin.ts"
import { OptionalReason, Reason } from "#contract/identity/reason.ts"
import { contractCalls } from "./contract-calls.ts"

/** The table of docs/product-rules.md#reasons: the calls of a row, and whether they ask for a reason. */
function tabled(): { call: string; reason: string }[] {
  const page = readFileSync(new URL("../../docs/product-rules.md", import.meta.url), "utf8")
  const [, section = ""] = page.split("\n### reasons\n")
  const [table = ""] = section.split("\n### ")
  return [...table.matchAll(/^\| (.+) \| (.+) \| .+ \|$/gm)].flatMap(([, acts = "", reason = ""]) =>
    [...acts.matchAll(/`([A-Z]+ \/[^`]+)`/g)].map(([, call = ""]) => ({ call, reason })),
  )
}

test("an interview is called off with a reason, and held without one", () => {
  const refused = recordInterview.body.safeParse({ outcome: "cancelled", reason: "no" })
  expect(refused.error?.issues.map(({ path }) => path)).toEqual([["reason"]])
  for (const body of [{ outcome: "cancelled", reason: "The room is gone" }, { outcome: "held" }]) {
    expect(recordInterview.body.safeParse(body).success).toBe(true)
  }
})

test("operators give a reason for every act that asks one but for those of routine, in the same words everywhere", async () => {
  const asking = (await contractCalls()).flatMap(({ method, path, body }) => {
    if (!path.startsWith("/operator") || body === undefined || !("shape" in body)) return []
    const { reason, because } = body.shape as Record<string, unknown>
    expect([path, because]).toEqual([path, undefined])
    return reason === undefined ? [] : [{ call: `${method} ${path}`, reason }]
  })
  expect(asking.length).toBeGreaterThan(50)
  const told = new Map(tabled().map(({ call, reason }) => [call, reason]))
  expect(tabled()).toHaveLength(told.size)
  expect([...told.keys()].filter((one) => !asking.some(({ call }) => call === one))).toEqual([])
  const routine = [...told].filter(([, reason]) => reason.startsWith("may be given")).map(([call]) => call)
  expect(routine.length).toBeGreaterThan(10)
  for (const { call, reason } of asking) {
    expect([call, reason]).toEqual([call, routine.includes(call) ? OptionalReason : Reason])
  }
})
