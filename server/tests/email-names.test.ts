import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { jobs } from "#server/composition/jobs.ts"
import { emailNames } from "#server/mail/email-names.ts"

test("whatever sends a mail is a job that operators see by a name of its own", () => {
  const files = globSync("server/features/**/*.ts").filter((path) => !path.endsWith(".test.ts"))
  const senders = files.filter((path) => readFileSync(path, "utf8").includes("mailer.send("))
  expect(senders.length).toBeGreaterThan(8)
  expect(senders.filter((path) => !readFileSync(path, "utf8").includes("mailJob({"))).toEqual([])
  const there = new Set(jobs.map(({ name }) => name))
  expect(Object.keys(emailNames).filter((name) => !there.has(name))).toEqual([])
  expect(new Set(Object.values(emailNames)).size).toBe(Object.keys(emailNames).length)
})
