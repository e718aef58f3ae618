import { z } from "zod"
import type { Db } from "#server/db/open.ts"
import { isEqual, signBody } from "#server/platform/signature.ts"
import { type PaymentProvider, type ProviderTransaction, sandbox } from "./port.ts"
import { findById, findByReference } from "./sandbox-queries.ts"

/** What a notice of the sandbox says; only what to ask about is read from it. */
const Notice = z.object({ data: z.object({ id: z.coerce.string(), tx_ref: z.string() }) })

/**
 * Plays a provider on this machine: it keeps transactions of its own, which the product knows only by asking, and sends
 * signed notices. No money moves.
 */
export function createSandbox(settings: { db: Db; publicUrl: string; tokenKey: Buffer }): PaymentProvider {
  const secret = sandbox.secret(settings.tokenKey)
  return {
    kind: "sandbox",
    checkoutFor: ({ txRef }) => ({ kind: "sandbox", url: `${sandbox.path}/${txRef}` }),
    linkFor: async ({ txRef }) => `${settings.publicUrl}${sandbox.path}/${txRef}`,
    findById: async (id) => (/^\d{1,18}$/.test(id) ? toTransaction(await findById(settings.db, id)) : null),
    findByReference: async (txRef) => toTransaction(await findByReference(settings.db, txRef)),
    readNotice(headers, body) {
      if (!isEqual(headers[sandbox.signatureHeader], signBody(secret, body))) return null
      const notice = Notice.safeParse(parse(body))
      if (!notice.success) return "nothing"
      return { txRef: notice.data.data.tx_ref, transactionId: notice.data.data.id }
    },
  }
}

function toTransaction(row: Awaited<ReturnType<typeof findById>>): ProviderTransaction | null {
  if (!row) return null
  const hasEnded = row.status === "pending" && row.endsAt !== null && row.endsAt.getTime() <= Date.now()
  return {
    id: row.id,
    txRef: row.txRef,
    amountMinor: Number(row.amountMinor),
    currency: row.currency,
    status: hasEnded ? "successful" : row.status,
    method: "sandbox",
  }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}
