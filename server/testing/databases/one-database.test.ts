import { existsSync, globSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { embeddedOnly } from "./one-database.ts"

const root = join(import.meta.dirname, "../../..")

/** Features whose statements are tested on both databases by the tests of another feature. */
const testedBy: Readonly<Record<string, string>> = {
  "identity/activity": "identity/second-factor/second-factor.test.ts",
  "identity/one-time-tokens": "identity/accounts/accounts.test.ts",
  "identity/profiles": "hosted/documents/documents.test.ts",
  "identity/sessions": "identity/sign-in/sign-in.test.ts",
  "money/feature-flags": "money/payments/offer.test.ts",
  "operations/captured-mail": "operations/contact/contact.test.ts",
  "operations/engagements": "hosted/documents/access.test.ts",
  "operations/incidents": "operations/system/status.test.ts",
}

const filesOf = (pattern: string): string[] => globSync(pattern, { cwd: join(root, "server/features") }).sort()
const onBoth = filesOf("**/*.test.ts").filter((file) => !embeddedOnly.includes(`server/features/${file}`))

test("what runs on one database only is there", () => {
  expect(embeddedOnly.filter((file) => !existsSync(join(root, file)))).toEqual([])
})

test("every feature with statements of its own is tested on both databases", () => {
  const features = new Set(filesOf("**/*queries.ts").map((file) => file.split("/").slice(0, 2).join("/")))
  expect(features.size).toBeGreaterThan(20)
  const untested = [...features].filter((feature) => {
    const other = testedBy[feature]
    return other === undefined ? !onBoth.some((file) => file.startsWith(`${feature}/`)) : !onBoth.includes(other)
  })
  expect(untested).toEqual([])
})
