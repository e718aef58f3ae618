import { readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { mayOperate, needsProof, type OperatorRight, operatorRights } from "#contract/identity/operator-rights.ts"
import { OperatorRole } from "#contract/identity/operators.ts"

test("the table in docs/security.md is the one the server asks", () => {
  const text = readFileSync(new URL("../../../../docs/security.md", import.meta.url), "utf8")
  const roles = OperatorRole.options
  const row = (right: OperatorRight): string =>
    `| \`${right}\` | ${[...roles.map((role) => mayOperate(role, right)), needsProof(right)].map((is) => (is ? "yes" : "no")).join(" | ")} |`
  const wanted = (Object.keys(operatorRights) as OperatorRight[]).map(row)
  expect(text).toContain(`| Right | ${roles.join(" | ")} | fresh proof |`)
  expect(text.split("\n").filter((line) => /^\| `[a-z.A-Z]+` \| (yes|no) \|/.test(line))).toEqual(wanted)
})
