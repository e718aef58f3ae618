import { z } from "zod"
import { TxRef } from "#contract/money/orders.ts"
import { sandbox } from "#server/adapters/payments/port.ts"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { findOrder, insertSandboxTransaction, type OrderRow } from "./queries.ts"
import { sendLateNotice, sendNotice } from "./sandbox-webhook.ts"

/** What happens to a payment in the sandbox. */
export const Play = z.object({
  outcome: z.enum(["success", "failed", "abandoned", "pending", "late", "short", "over", "wrong_currency"]),
  /** How many copies of the notice are sent. */
  notices: z.coerce.number().int().min(0).max(2).default(1),
  /** Sends a notice with a wrong signature, of a payment that never was. */
  forged: z.boolean().default(false),
  /** After how many seconds a late one ends. */
  seconds: z.coerce.number().int().min(0).max(86_400).default(600),
})
export type Play = z.infer<typeof Play>

/** An order as the sandbox finds it. */
export type SandboxOrder = OrderRow

/** @throws AppError `not_found` */
export async function findSandboxOrder(s: Services, text: string | undefined): Promise<SandboxOrder> {
  const txRef = TxRef.safeParse(text)
  const order = txRef.success ? await findOrder(s.db, txRef.data) : undefined
  if (order?.provider !== sandbox.kind) throw new AppError("not_found", "This order does not exist.")
  return order
}

/** Does what a person or a test chose, and sends the notices. @returns the number of the transaction */
export async function playPayment(s: Services, order: SandboxOrder, play: Play): Promise<string> {
  const transactionId = play.forged ? "999999999" : await record(s, order, play)
  for (let copy = 0; copy < play.notices; copy++) {
    await sendNotice(s, { transactionId, txRef: order.txRef, status: statusOf(play), isForged: play.forged })
  }
  return transactionId
}

/** Writes the transaction down as the provider sees it. @returns its number there */
function record(s: Services, order: OrderRow, { outcome, seconds }: Play): Promise<string> {
  const full = Number(order.amountMinor)
  const amounts: Partial<Record<Play["outcome"], number>> = { short: full - 1, over: full + 1 }
  const other = order.currency === "NGN" ? "USD" : "NGN"
  return transact(s.db, async (tx) => {
    const id = await insertSandboxTransaction(tx, {
      txRef: order.txRef,
      amountMinor: String(amounts[outcome] ?? full),
      currency: outcome === "wrong_currency" ? other : order.currency,
      status: statusOf({ outcome }),
      endsAt: outcome === "late" ? new Date(Date.now() + seconds * 1_000) : null,
    })
    if (outcome === "late") {
      const payload = { transactionId: id, txRef: order.txRef }
      await s.queue.enqueue(tx, sendLateNotice, payload, { delaySeconds: seconds })
    }
    return id
  })
}

/** How the transaction stands when it is written down. */
function statusOf({ outcome }: Pick<Play, "outcome">): "successful" | "pending" | "failed" | "abandoned" {
  if (outcome === "failed" || outcome === "abandoned" || outcome === "pending") return outcome
  return outcome === "late" ? "pending" : "successful"
}
