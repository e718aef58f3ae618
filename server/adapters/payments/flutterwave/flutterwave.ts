import { createHash } from "node:crypto"
import { z } from "zod"
import { product } from "#contract/brand.ts"
import { waysToPay } from "#contract/catalogue/ways-to-pay.ts"
import type { NoticeHint, PayableOrder, PaymentProvider, ProviderTransaction } from "#server/adapters/payments/port.ts"
import {
  ProviderFailure,
  type ProviderFetch,
  type ProviderReply,
  readJson,
} from "#server/platform/providers/provider-fetch.ts"
import { isEqual, signBody } from "#server/platform/security/signature.ts"
import type { FlutterwaveSettings } from "./settings.ts"

interface FlutterwaveParts extends FlutterwaveSettings {
  publicUrl: string
  fetch: ProviderFetch
}

/** Where their script is; it opens the window over our page. */
const script = "https://checkout.flutterwave.com/v3.js"

/** Hosts to which a page for paying may lead. */
const linkHosts = /(^|\.)flutterwave\.com$/

/** Longest time their page stays open, in minutes. */
const maxSessionMinutes = 1_440

/** What is read of a transaction; of the status other words than these three are on their way to one of them. */
const transactionFields = {
  tx_ref: z.string(),
  amount: z.number().nonnegative().max(1e12),
  currency: z.string(),
  status: z.string(),
  payment_type: z.string().nullish(),
}

/** A transaction as their API tells it. */
export const Transaction = z.object({
  status: z.literal("success"),
  data: z.object({ id: z.number().int().positive(), ...transactionFields }),
})

/** A list of them, in which their numbers may be texts. */
export const TransactionList = z.object({
  status: z.literal("success"),
  data: z.array(z.object({ id: z.coerce.number<number | string>().int().positive(), ...transactionFields })),
})

/** What is read of a new page for paying. */
export const Link = z.object({ status: z.literal("success"), data: z.object({ link: z.url() }) })

/** What is read of a refusal. */
export const Problem = z.object({ message: z.string() })

/** Both forms of their notices, of which only the reference and the number are read. */
export const Notice = z.object({
  data: z.object({
    id: z.union([z.string(), z.number()]).optional(),
    tx_ref: z.string().optional(),
    reference: z.string().optional(),
  }),
})

/**
 * Flutterwave, version 3 of its API. What it says is asked for with our own key each time; its notices and its window in
 * the browser only say what to ask about. Its own packages are not used: they report payments to somebody else.
 */
export function createFlutterwave(settings: FlutterwaveParts): PaymentProvider {
  const headers = { authorization: `Bearer ${settings.secretKey}` }

  const find = async (path: string, call: string, signal: AbortSignal): Promise<ProviderTransaction | null> => {
    try {
      const url = `${settings.baseUrl}${path}`
      const reply = await settings.fetch({ call, method: "GET", url, headers, signal, totalMs: 10_000, classify })
      return toTransaction(readJson(reply, Transaction).data)
    } catch (error) {
      if (error instanceof ProviderFailure && error.kind === "not_found") return null
      throw error
    }
  }

  /** Their list is asked for one reference, and only what names it is kept. */
  const listPaid = async (txRef: string, signal: AbortSignal): Promise<ProviderTransaction[]> => {
    const url = `${settings.baseUrl}/transactions?tx_ref=${encodeURIComponent(txRef)}`
    const reply = await settings.fetch({ call: "list", method: "GET", url, headers, signal, totalMs: 10_000 })
    return readJson(reply, TransactionList)
      .data.map(toTransaction)
      .filter((one) => one.txRef === txRef && one.status === "successful")
  }

  return {
    kind: "flutterwave",

    checkoutFor: (order) => ({
      kind: "flutterwave",
      script,
      options: {
        public_key: settings.publicKey,
        tx_ref: order.txRef,
        amount: order.amountMinor / 100,
        currency: order.currency,
        payment_options: Object.keys(waysToPay).join(","),
        payload_hash: hashOf(settings, order),
        redirect_url: order.returnUrl,
        customer: { email: order.buyer.email, phone_number: order.buyer.phone, name: order.buyer.name },
        customizations: customizationsOf(settings, order),
        configurations: { session_duration: sessionMinutes(order), max_retry_attempt: 5 },
      },
    }),

    async linkFor(order, signal) {
      const body = JSON.stringify({
        tx_ref: order.txRef,
        amount: String(order.amountMinor / 100),
        currency: order.currency,
        redirect_url: order.returnUrl,
        payment_options: Object.keys(waysToPay).join(","),
        customer: { email: order.buyer.email, name: order.buyer.name, phonenumber: order.buyer.phone },
        customizations: customizationsOf(settings, order),
        configurations: { session_duration: sessionMinutes(order), max_retry_attempt: 5 },
      })
      const reply = await settings.fetch({
        call: "link",
        method: "POST",
        url: `${settings.baseUrl}/payments`,
        headers: { ...headers, "content-type": "application/json" },
        body,
        signal,
      })
      const { link } = readJson(reply, Link).data
      return readLink(link, settings.baseUrl)
    },

    findById: async (id, signal) =>
      /^\d{1,19}$/.test(id) ? find(`/transactions/${id}/verify`, "verify", signal) : null,

    async findByReference(txRef, signal) {
      const path = `/transactions/verify_by_reference?tx_ref=${encodeURIComponent(txRef)}`
      const told = await find(path, "verify_by_reference", signal)
      // It tells one of them, and that may be an attempt that failed after the one that was paid.
      if (told === null || told.status === "successful") return told
      return (await listPaid(txRef, signal))[0] ?? told
    },

    listPaid,

    readNotice(given, body) {
      const isSigned = isEqual(given["flutterwave-signature"], signBody(settings.webhookHash, body))
      if (!isSigned && !isEqual(given["verif-hash"], settings.webhookHash)) return null
      return readHint(body)
    },
  }
}

/** They answer 400 or 404 for what they do not know; any other 4xx says nothing about a payment. */
function classify(reply: ProviderReply): { kind: "not_found" | "bad_reply" } | null {
  if (reply.status !== 400 && reply.status !== 404) return null
  const problem = Problem.safeParse(parse(reply.body))
  return problem.success && /no transaction was found/i.test(problem.data.message)
    ? { kind: "not_found" }
    : { kind: "bad_reply" }
}

function toTransaction(data: z.infer<typeof Transaction>["data"]): ProviderTransaction {
  return {
    id: String(data.id),
    txRef: data.tx_ref,
    amountMinor: toMinor(data.amount),
    currency: data.currency,
    status: statusOf(data.status),
    method: data.payment_type ?? "",
  }
}

/** Down to whole kobo or cents: a payment is never worth more than it was. */
function toMinor(amount: number): number {
  return Math.floor(Number((amount * 100).toFixed(4)))
}

function statusOf(word: string): ProviderTransaction["status"] {
  if (word === "successful" || word === "failed") return word
  return word === "cancelled" ? "abandoned" : "pending"
}

/** Keeps the amount from being changed in the browser: SHA-256 over amount, currency, address, reference and the hashed key. */
function hashOf({ secretKey }: FlutterwaveParts, { amountMinor, currency, buyer, txRef }: PayableOrder): string {
  const key = sha256Hex(secretKey)
  return sha256Hex(`${amountMinor / 100}${currency}${buyer.email}${txRef}${key}`)
}

function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex")
}

function customizationsOf({ publicUrl }: FlutterwaveParts, order: PayableOrder) {
  return { title: product.name, description: order.title, logo: `${publicUrl}/icon-192.png` }
}

function sessionMinutes({ secondsLeft }: PayableOrder): number {
  return Math.min(maxSessionMinutes, Math.max(1, Math.ceil(secondsLeft / 60)))
}

/** People are sent there, so it must be theirs. @throws ProviderFailure `bad_reply` */
function readLink(link: string, baseUrl: string): string {
  const url = new URL(link)
  const isTheirs = url.protocol === "https:" && linkHosts.test(url.hostname)
  if (isTheirs || url.origin === new URL(baseUrl).origin) return url.href
  throw new ProviderFailure("bad_reply", "The page for paying is at an unknown host.")
}

function readHint(body: Buffer): NoticeHint | "nothing" {
  const notice = Notice.safeParse(parse(body))
  if (!notice.success) return "nothing"
  const { id, tx_ref, reference } = notice.data.data
  const txRef = tx_ref ?? reference
  if (txRef === undefined || txRef.length > 100) return "nothing"
  const transactionId = id === undefined || !/^\d{1,19}$/.test(String(id)) ? null : String(id)
  return { txRef, transactionId }
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}
