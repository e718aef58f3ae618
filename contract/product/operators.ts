import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText } from "#contract/primitives.ts"

/** The five roles of docs/product-rules.md#operator-roles. */
export const OperatorRole = z.enum(["owner", "finance", "admissions", "content", "support"])
export type OperatorRole = z.infer<typeof OperatorRole>

/** How long after signing in an operator may use what the role opens, in hours (docs/security.md#rights). */
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
  reply: z.object({
    data: z.object({
      role: OperatorRole.nullable(),
      /** The role counts only once the account has a second factor. */
      needsSecondFactor: z.boolean(),
    }),
  }),
})

/** What somebody has to look at: what the nightly check found, and money that is to go back. */
export const listMoneyAttention = endpoint({
  method: "GET",
  path: "/operators/money",
  access: "session",
  summary: "For owners and finance: what the last check of the books found, and payments that are to go back",
  reply: z.object({
    data: z.object({
      /** "" when there was no check yet. */
      checkedAt: z.string(),
      problems: z.array(z.string()),
      toRefund: z.array(
        z.object({
          tx_ref: z.string(),
          title: z.string(),
          accountId: z.string().nullable(),
          provider: z.string(),
          transactionId: z.string(),
          outcome: z.string(),
          amount: z.number(),
          currency: z.string(),
          createdAt: z.string(),
        }),
      ),
    }),
  }),
})
