import { createHmac } from "node:crypto"
import { z } from "zod"
import { FakeRefusal, type FakeReply, type FakeServer, type LoggedRequest } from "./fake-http.ts"
import { readShape } from "./shapes.ts"

/** A payment as the fake keeps it, in major units as the provider has them. */
interface FakePayment {
  tx_ref: string
  amount: number
  currency: string
  status: "successful" | "pending" | "failed"
  payment_type?: string
}

/** A provider that behaves like Flutterwave's v3 API, as strict as it is. */
export interface FakeFlutterwave {
  /** Address for FLUTTERWAVE_BASE_URL. */
  baseUrl: string
  secretKey: string
  webhookHash: string
  /** Has a payment happen. @returns its number */
  pay(payment: FakePayment): number
  /** Has a pending one end. */
  end(id: number, status: "successful" | "failed"): void
  /** A notice of a payment, and its headers: the older ones carry the hash itself, the newer ones a signature. */
  notice(id: number, form: "verif-hash" | "signature" | "v4"): { headers: Record<string, string>; body: string }
}

const LinkBody = z.strictObject({
  tx_ref: z.string().min(1),
  amount: z.string(),
  currency: z.enum(["NGN", "USD"]),
  redirect_url: z.url(),
  payment_options: z.literal("card,banktransfer,ussd"),
  customer: z.strictObject({ email: z.email(), name: z.string(), phonenumber: z.string() }),
  customizations: z.strictObject({ title: z.string(), description: z.string(), logo: z.url() }),
  configurations: z.strictObject({
    session_duration: z.number().int().min(1).max(1_440),
    max_retry_attempt: z.number().int(),
  }),
})

export function playFlutterwave(server: FakeServer): FakeFlutterwave {
  const secretKey = "FLWSECK_TEST-0123456789abcdef0123456789abcdef-X"
  const webhookHash = "a secret hash of the dashboard"
  const payments = new Map<number, FakePayment>()
  let last = 1_163_068

  server.mount("/flutterwave/v3", (request, url) => {
    if (request.headers.authorization !== `Bearer ${secretKey}`) throw refusal("unauthorized")
    const id = /^\/transactions\/(\d+)\/verify$/.exec(url.pathname)?.[1]
    if (request.method === "GET" && id) return verified(Number(id))
    if (request.method === "GET" && url.pathname === "/transactions/verify_by_reference") {
      return verified(findByReference(url.searchParams.get("tx_ref") ?? ""))
    }
    if (request.method === "GET" && url.pathname === "/transactions") return listed(url.searchParams)
    if (request.method === "POST" && url.pathname === "/payments") return link(request)
    throw refusal("not-found")
  })

  /** The newest one: a reference may have several. */
  function findByReference(reference: string): number {
    return [...payments].findLast(([, payment]) => payment.tx_ref === reference)?.[0] ?? 0
  }

  function verified(id: number): FakeReply {
    const payment = payments.get(id)
    if (!payment) throw refusal("not-found")
    const shape = readShape("flutterwave/verified")
    const data = { ...(shape.body as { data: object }).data, id, ...payment }
    return { status: 200, body: { ...shape.body, data } }
  }

  /** The newest first, with numbers as texts; all of them where no reference is named. */
  function listed(asked: URLSearchParams): FakeReply {
    const unknown = [...asked.keys()].filter((name) => name !== "tx_ref")
    if (unknown.length > 0) throw new FakeRefusal({ status: 400, body: { status: "error", message: unknown.join() } })
    const { status, body } = readShape("flutterwave/listed")
    const { meta, data } = body as { meta: object; data: object[] }
    const found = [...payments].filter(([, { tx_ref }]) => [tx_ref, null].includes(asked.get("tx_ref"))).toReversed()
    const rows = found.map(([id, payment]) => ({ ...data[0], ...payment, id: String(id) }))
    const page_info = { total: rows.length, current_page: 1, total_pages: 1 }
    return { status, body: { ...body, meta: { ...meta, page_info }, data: rows } }
  }

  function link(request: LoggedRequest): FakeReply {
    const body = LinkBody.safeParse(JSON.parse(request.body.toString()))
    if (!body.success) {
      throw new FakeRefusal({ status: 400, body: { status: "error", message: body.error.message, data: null } })
    }
    const { status, body: answer } = readShape("flutterwave/link")
    return { status, body: answer }
  }

  return {
    baseUrl: `${server.origin}/flutterwave/v3`,
    secretKey,
    webhookHash,
    pay(payment) {
      payments.set(++last, payment)
      return last
    },
    end(id, status) {
      const payment = payments.get(id)
      if (payment) payments.set(id, { ...payment, status })
    },
    notice(id, form) {
      const payment = payments.get(id)
      const shape = readShape(form === "v4" ? "flutterwave/notice-v4" : "flutterwave/notice").body as { data: object }
      const named = form === "v4" ? { reference: payment?.tx_ref } : { id, ...payment }
      const body = JSON.stringify({ ...shape, data: { ...shape.data, ...named } })
      const signature = createHmac("sha256", webhookHash).update(body).digest("base64")
      const own: Record<string, string> =
        form === "verif-hash" ? { "verif-hash": webhookHash } : { "flutterwave-signature": signature }
      return { body, headers: { "content-type": "application/json", ...own } }
    },
  }
}

function refusal(name: "not-found" | "unauthorized"): FakeRefusal {
  const { status, body } = readShape(`flutterwave/${name}`)
  return new FakeRefusal({ status, body })
}
