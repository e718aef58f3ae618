import { expect, test } from "vitest"
import { OptionalReason, Reason } from "#contract/identity/reason.ts"
import { contractCalls } from "./contract-calls.ts"

/** What an operator's work is made of: it takes nothing from a person, moves no money and overrides no rule. */
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

test("operators give a reason for every act that asks one but for those of routine, in the same words everywhere", async () => {
  const asking = (await contractCalls()).flatMap(({ method, path, body }) => {
    if (!path.startsWith("/operator") || body === undefined || !("shape" in body)) return []
    const { reason } = body.shape as Record<string, unknown>
    return reason === undefined ? [] : [{ call: `${method} ${path}`, reason }]
  })
  expect(asking.length).toBeGreaterThan(50)
  for (const { call, reason } of asking) {
    expect([call, reason]).toEqual([call, routine.includes(call) ? OptionalReason : Reason])
  }
  expect(routine.filter((one) => !asking.some(({ call }) => call === one))).toEqual([])
})
