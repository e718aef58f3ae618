import { FakeRefusal, type FakeReply, type FakeServer } from "./fake-http.ts"
import { readShape } from "./shapes.ts"

const key = "TLtestkeyofthefake"
const fields = ["to", "from", "sms", "type", "channel", "api_key"]

/** Termii's messaging API. */
export interface FakeTermii {
  settings: Record<string, string>
  sent(): readonly Record<string, unknown>[]
}

export function playTermii(server: FakeServer): FakeTermii {
  const sent: Record<string, unknown>[] = []
  server.mount("/termii", (request, url) => {
    if (request.method === "GET" && url.pathname === "/api/get-balance") return balance(url)
    if (request.method !== "POST" || url.pathname !== "/api/sms/send") return { status: 404, body: {} }
    const body = JSON.parse(request.body.toString()) as Record<string, unknown>
    if (body.api_key !== key) throw new FakeRefusal({ status: 401, body: { message: "Invalid API key" } })
    const isWhole =
      fields.every((field) => typeof body[field] === "string") && Object.keys(body).length === fields.length
    if (!isWhole || !/^\d{8,15}$/.test(String(body.to)))
      throw new FakeRefusal({ status: 400, body: { message: "Invalid" } })
    sent.push(body)
    const shape = readShape("termii/sent")
    return { status: shape.status, body: shape.body }
  })
  function balance(url: URL): FakeReply {
    if (url.searchParams.get("api_key") !== key) return { status: 401, body: { message: "Invalid API key" } }
    const { status, body } = readShape("termii/balance")
    return { status, body }
  }
  return {
    settings: {
      MESSAGES: "termii",
      TERMII_API_KEY: key,
      TERMII_SENDER: "Aworan",
      TERMII_BASE_URL: `${server.origin}/termii`,
    },
    sent: () => sent,
  }
}
