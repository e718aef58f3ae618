import { expect, test } from "vitest"
import { ApiError, noAnswer, readFailure } from "./api-error.ts"
import { createQueryClient, isWorthRepeating, repeatWaitMs } from "./query-client.ts"
import { queryKeys } from "./query-keys.ts"

test("waits twice as long before every repeat, at most 30 seconds", () => {
  expect([0, 1, 2, 10].map((repeat) => repeatWaitMs(repeat, noAnswer()))).toEqual([1_000, 2_000, 4_000, 30_000])
})

test("waits as long as the server asks for", () => {
  const full = readFailure(429, { retryAfter: 7 })
  expect([0, 1, 2].map((repeat) => repeatWaitMs(repeat, full))).toEqual([7_000, 7_000, 7_000])
})

test.each([
  ["no answer", noAnswer(), 0, true],
  ["a failure of the server", readFailure(500, null), 2, true],
  ["too many requests", readFailure(429, null), 0, true],
  ["too many requests for half a minute", readFailure(429, { retryAfter: 30 }), 0, true],
  ["too many requests for longer, which is said at once", readFailure(429, { retryAfter: 31 }), 0, false],
  ["the fourth failure in a row", noAnswer(), 3, false],
  ["a no", readFailure(403, null), 0, false],
  ["a missing thing", readFailure(404, null), 0, false],
])("knows whether to ask again after %s", (_, error, failures, expected) => {
  expect(isWorthRepeating(failures, error)).toBe(expected)
})

test("any answer that nobody is signed in ends the session on screen", async () => {
  const queries = createQueryClient()
  queries.setQueryData(queryKeys.currentUser, { id: "ada" })
  const gone = new ApiError({ message: "missing scope", type: "general_unauthorized_scope", code: 401 })
  await expect(queries.fetchQuery({ queryKey: ["any"], queryFn: () => Promise.reject(gone) })).rejects.toBe(gone)
  expect(queries.getQueryData(queryKeys.currentUser)).toBeNull()
})
