import { z } from "zod"
import { type PaymentProvider, type ProviderTransaction, sandbox } from "#server/adapters/payments/port.ts"
import type { Db } from "#server/db/open.ts"
import { isEqual, signBody } from "#server/platform/security/signature.ts"
import { findById, findByReference, listPaid } from "./sandbox-queries.ts"

/** What a notice of the sandbox says; only what to ask about is read from it. */
const Notice = z.object({ data: z.object({ id: z.coerce.string(), tx_ref: z.string() }) })

/**
 * Plays a provider on this machine: it keeps transactions of its own, which the product knows only by asking, and sends
 * signed notices. No money moves.
 */
export function createSandbox(settings: { db: Db; publicUrl: string; tokenKey: Buffer }): PaymentProvider {
  const secret = sandbox.secret(settings.tokenKey)
  return {
    kind: sandbox.kind,
    checkoutFor: ({ txRef }) => ({ kind: "page", url: `${sandbox.path}/${txRef}` }),
    linkFor: async ({ txRef }) => `${settings.publicUrl}${sandbox.path}/${txRef}`,
    findById: async (id) => (/^\d{1,18}$/.test(id) ? toFound(await findById(settings.db, id)) : null),
    findByReference: async (txRef) => toFound(await findByReference(settings.db, txRef)),
    listPaid: async (txRef) => (await listPaid(settings.db, txRef)).map(toTransaction),
    readNotice(headers, body) {
      if (!isEqual(headers[sandbox.signatureHeader], signBody(secret, body))) return null
      const notice = Notice.safeParse(parse(body))
      if (!notice.success) return "nothing"
      return { txRef: notice.data.data.tx_ref, transactionId: notice.data.data.id }
    },
  }
}

type Row = NonNullable<Awaited<ReturnType<typeof findById>>>

function toFound(row: Row | undefined): ProviderTransaction | null {
  return row ? toTransaction(row) : null
}

function toTransaction(row: Row): ProviderTransaction {
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
