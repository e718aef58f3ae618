import { expect, test } from "vitest"
import { createLog } from "./log.ts"

test("an error is logged with everything that caused it", () => {
  const lines: string[] = []
  const log = createLog("info", { write: (line) => lines.push(line) })
  const refused = Object.assign(new Error("connect ECONNREFUSED 10.0.0.7:9000"), { code: "ECONNREFUSED" })
  const failed = new Error("S3 cannot be reached.", { cause: new TypeError("fetch failed", { cause: refused }) })
  log.warn({ err: failed }, "a result was not stored yet")
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      msg: "a result was not stored yet",
      err: {
        message: "S3 cannot be reached.",
        cause: { message: "fetch failed", cause: { message: refused.message, code: "ECONNREFUSED" } },
      },
    },
  ])
})
