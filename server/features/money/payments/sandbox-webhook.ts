import { z } from "zod"
import { sandbox } from "#server/adapters/payments/port.ts"
import { job } from "#server/declarations/job.ts"
import type { Services } from "#server/declarations/services.ts"
import { signBody } from "#server/platform/security/signature.ts"

interface Notice {
  transactionId: string
  txRef: string
  status: "successful" | "pending" | "failed" | "abandoned"
  isForged: boolean
}

/** Sends a notice as a provider does: over HTTP, to the public address. A lost one is found by reconciling. */
export async function sendNotice(s: Services, notice: Notice): Promise<void> {
  const body = Buffer.from(
    JSON.stringify({
      event: "charge.completed",
      data: { id: notice.transactionId, tx_ref: notice.txRef, status: notice.status },
    }),
  )
  const secret = notice.isForged ? "not the secret" : sandbox.secret(s.tokenKey)
  try {
    const reply = await fetch(`${s.config.publicUrl}/webhooks/${sandbox.kind}`, {
      method: "POST",
      headers: { "content-type": "application/json", [sandbox.signatureHeader]: signBody(secret, body) },
      body,
      signal: AbortSignal.timeout(10_000),
    })
    await reply.arrayBuffer()
  } catch (error) {
    s.log.warn({ err: error }, "the sandbox's notice did not arrive")
  }
}

/** The notice of a transfer that ends later. */
export const sendLateNotice = job({
  name: "payments.sandbox-notice",
  payload: z.object({ transactionId: z.string(), txRef: z.string() }),
  attempts: 3,
  timeLimitSeconds: 30,
  concurrency: () => 1,

  run: (s, payload) =>
    s.payments.opened.has(sandbox.kind)
      ? sendNotice(s, { ...payload, status: "successful", isForged: false })
      : Promise.resolve(),
})
