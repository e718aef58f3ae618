import { expect, test } from "vitest"
import { recordInterview } from "#contract/academy/admissions-admin.ts"
import { OptionalReason, Reason } from "#contract/identity/reason.ts"
import { contractCalls } from "./contract-calls.ts"

/** What an operator's work is made of. Who is declined is told a reason from a list, and an interview is called off with one. */
const routine = [
  "DELETE /operators/admissions/slots/:id",
  "POST /operators/admissions/applications/:id/decision",
  "POST /operators/admissions/applications/:id/interview",
  "POST /operators/admissions/decisions",
  "POST /operators/admissions/slots",
  "POST /operators/contracts",
  "POST /operators/incidents",
  "PUT /operators/admissions/assessments/:id/marks",
  "PUT /operators/admissions/cohorts/:id/texts",
  "PUT /operators/contracts/:contractId",
  "PUT /operators/incidents/:incidentId",
]

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
  for (const { call, reason } of asking) {
    expect([call, reason]).toEqual([call, routine.includes(call) ? OptionalReason : Reason])
  }
  expect(routine.filter((one) => !asking.some(({ call }) => call === one))).toEqual([])
})
