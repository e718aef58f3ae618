import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText } from "#contract/primitives.ts"

/** The five roles of decision 97. */
export const OperatorRole = z.enum(["owner", "finance", "admissions", "content", "support"])
export type OperatorRole = z.infer<typeof OperatorRole>

/** How long after signing in an operator may use what the role opens, in hours (checklist 3.10). */
export const operatorHours = 12

export const claimOperator = endpoint({
  method: "POST",
  path: "/operators/claim",
  access: "session",
  summary: "Makes the signed-in person the first operator, with the one-time link printed at the first start",
  body: z.object({ token: PlainText.min(20).max(200) }),
  reply: z.object({ data: z.object({ role: OperatorRole }) }),
})

export const getOwnRole = endpoint({
  method: "GET",
  path: "/operators/me",
  access: "session",
  summary: "The signed-in person's operator role; null for everyone else",
  reply: z.object({ data: z.object({ role: OperatorRole.nullable() }) }),
})
