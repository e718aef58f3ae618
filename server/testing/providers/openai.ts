import sharp from "sharp"
import { FakeRefusal, type FakeReply, type FakeServer, type LoggedRequest } from "./fake-http.ts"
import { readShape } from "./shapes.ts"

const key = "sk-test-key-of-the-fake"

/** The images API of OpenAI, or of an own server that speaks it. */
export interface FakeOpenAi {
  /** Settings that make the product use it. */
  settings: Record<string, string>
  /** Settings that make the product use a server of one's own, which asks for no key and has models of its own. */
  ownSettings: Record<string, string>
  /** Bodies of the calls that drew something. */
  drawn(): readonly Record<string, unknown>[]
  /** How often a picture was made, whatever became of the answer. */
  reset(): void
}

const known = ["model", "prompt", "n", "size", "quality", "response_format", "output_format", "user"]

export function playOpenAi(server: FakeServer): FakeOpenAi {
  const drawn: Record<string, unknown>[] = []
  const files = new Map<string, Buffer>()

  server.mount("/openai/v1", (request, url) => {
    if (request.headers.authorization !== `Bearer ${key}`) throw refusal("openai/invalid-api-key")
    return answer(request, url)
  })
  server.mount("/own/v1", answer)
  server.mount("/openai-files", (_request, url) => {
    const file = files.get(url.pathname.slice(1))
    return file ? { status: 200, body: file } : { status: 404, body: {} }
  })

  function answer(request: LoggedRequest, url: URL): FakeReply | Promise<FakeReply> {
    if (request.method !== "POST" || url.pathname !== "/images/generations") return { status: 404, body: { error: {} } }
    return draw(request)
  }

  async function draw(request: LoggedRequest): Promise<FakeReply> {
    const body = JSON.parse(request.body.toString()) as Record<string, unknown>
    const model = String(body.model)
    const isVendorModel = model.startsWith("gpt-image")
    const unknown = Object.keys(body).find((field) => !known.includes(field))
    if (unknown || (isVendorModel && body.response_format !== undefined)) throw refusal("openai/unknown-parameter")
    if (!isVendorModel && body.output_format !== undefined) throw refusal("openai/unknown-parameter")
    const [width = 0, height = 0] = String(body.size).split("x").map(Number)
    if (body.n !== 1 || !(width > 0 && height > 0) || typeof body.prompt !== "string") {
      throw refusal("openai/unknown-parameter")
    }
    if (/forbidden/.test(body.prompt)) throw refusal("openai/moderation-blocked")
    drawn.push(body)
    const format = body.output_format === "webp" ? "webp" : "png"
    const create = { width, height, channels: 3 as const, background: { r: 40, g: 120, b: drawn.length % 256 } }
    const bytes = await sharp({ create }).toFormat(format).toBuffer()
    if (body.response_format !== "url") {
      const shape = readShape("openai/images-b64")
      return { status: shape.status, body: { ...shape.body, data: [{ b64_json: bytes.toString("base64") }] } }
    }
    const name = `img-${drawn.length}.${format}`
    files.set(name, bytes)
    const shape = readShape("openai/images-url")
    const data = [{ url: `${server.origin}/openai-files/${name}`, revised_prompt: body.prompt }]
    return { status: shape.status, body: { ...shape.body, data } }
  }

  return {
    settings: { OPENAI_API_KEY: key, OPENAI_BASE_URL: `${server.origin}/openai/v1` },
    ownSettings: { OPENAI_BASE_URL: `${server.origin}/own/v1`, OPENAI_IMAGE_MODEL: "sd_xl_base_1.0" },
    drawn: () => drawn,
    reset: () => void drawn.splice(0),
  }
}

function refusal(name: string): FakeRefusal {
  const { status, body } = readShape(name)
  return new FakeRefusal({ status, body })
}
