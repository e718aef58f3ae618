import { createHash } from "node:crypto"
import { FakeRefusal, type FakeReply, type FakeServer, type LoggedRequest } from "./fake-http.ts"
import { readShape } from "./shapes.ts"

const account = { key: "874837483274837", secret: "a676b67565c6767a6767d6767f676fe1", cloud: "aworan-test" }
const preset = "aworan-photos"

/** Longest life of a signature, in seconds. */
const signatureSeconds = 3_600

/** Fields an upload may hold; another one is refused, as a signature over it would not match. */
const uploadFields = ["allowed_formats", "api_key", "file", "overwrite", "public_id", "signature", "timestamp"]

interface HeldPicture {
  bytes: Buffer
  format: string
  version: number
}

/** Cloudinary's upload and removal calls, and the host that pictures are read from. */
export interface FakeCloudinary {
  settings: Record<string, string>
  /** What lies there, by public id. */
  held: ReadonlyMap<string, HeldPicture>
  /** The host's answer to an upload, signed as it signs. */
  receipt(publicId: string): Record<string, unknown>
}

export function playCloudinary(server: FakeServer): FakeCloudinary {
  const held = new Map<string, HeldPicture>()

  server.mount("/cloudinary", async (request, url) => {
    // A browser of another origin sends the form, and asks first because it watches how far the form is.
    const cors = { "access-control-allow-origin": "*", "access-control-allow-methods": "POST" }
    if (request.method === "OPTIONS") return { status: 204, headers: cors }
    const [, call] = /^\/v1_1\/aworan-test\/image\/(upload|destroy)$/.exec(url.pathname) ?? []
    if (request.method !== "POST" || !call)
      return { status: 404, headers: cors, body: { error: { message: "Not found" } } }
    try {
      const form = await readForm(request)
      const reply = call === "upload" ? await upload(form) : destroy(form)
      return { ...reply, headers: cors }
    } catch (error) {
      if (error instanceof FakeRefusal) return { ...error.reply, headers: cors }
      throw error
    }
  })
  server.mount("/cloudinary-files", (_request, url) => {
    const [, version, publicId = "", format] =
      /^\/aworan-test\/image\/upload\/v(\d+)\/(.+)\.([a-z]+)$/.exec(decodeURIComponent(url.pathname)) ?? []
    const picture = held.get(publicId)
    const isThere = picture && picture.version === Number(version) && picture.format === format
    return isThere ? { status: 200, body: picture.bytes } : { status: 404, body: "" }
  })

  async function upload(form: FormData): Promise<FakeReply> {
    checkSignature(form)
    const unknown = [...form.keys()].find((name) => ![...uploadFields, "upload_preset"].includes(name))
    if (unknown) throw refusal(`Unknown parameter ${unknown}`, 400)
    if (form.get("upload_preset") !== preset) throw refusal("Upload preset not found", 400)
    const file = form.get("file")
    const publicId = String(form.get("public_id"))
    if (!(file instanceof File)) throw refusal("Missing required parameter - file", 400)
    const bytes = Buffer.from(await file.arrayBuffer())
    const format = formatOf(bytes)
    const isAllowed = String(form.get("allowed_formats")).split(",").includes(format)
    if (!isAllowed) throw refusal("Invalid image file", 400)
    // overwrite=false: what is there stays, and the answer is about it.
    if (!held.has(publicId)) held.set(publicId, { bytes, format, version: 1_767_225_600 + held.size })
    return { status: 200, body: receipt(publicId) }
  }

  function destroy(form: FormData): FakeReply {
    checkSignature(form)
    const shape = readShape("cloudinary/removed")
    const isThere = held.delete(String(form.get("public_id")))
    return { status: shape.status, body: isThere ? shape.body : { result: "not found" } }
  }

  function receipt(publicId: string): Record<string, unknown> {
    const picture = held.get(publicId)
    if (!picture) throw new Error(`Nothing is held as ${publicId}.`)
    const { bytes, format, version } = picture
    const secure_url = `${server.origin}/cloudinary-files/${account.cloud}/image/upload/v${version}/${publicId}.${format}`
    return {
      ...readShape("cloudinary/uploaded").body,
      public_id: publicId,
      version,
      format,
      bytes: bytes.length,
      secure_url,
      url: secure_url,
      signature: signatureOf({ public_id: publicId, version: String(version) }),
    }
  }

  return {
    settings: {
      IMAGE_HOST: "cloudinary",
      CLOUDINARY_URL: `cloudinary://${account.key}:${account.secret}@${account.cloud}`,
      CLOUDINARY_UPLOAD_PRESET: preset,
      CLOUDINARY_API_URL: `${server.origin}/cloudinary`,
      CLOUDINARY_DELIVERY_URL: `${server.origin}/cloudinary-files`,
    },
    held,
    receipt,
  }
}

async function readForm({ headers, body }: LoggedRequest): Promise<FormData> {
  const type = String(headers["content-type"])
  return new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData()
}

/** Every field but these is signed. */
function checkSignature(form: FormData): void {
  const unsigned = ["file", "api_key", "signature"]
  const fields = Object.fromEntries(
    [...form.entries()].filter(([name]) => !unsigned.includes(name)).map(([name, value]) => [name, String(value)]),
  )
  if (form.get("api_key") !== account.key) throw refusal("Invalid api_key")
  if (form.get("signature") !== signatureOf(fields)) throw refusal("Invalid Signature")
  if (Math.abs(Date.now() / 1000 - Number(form.get("timestamp"))) > signatureSeconds)
    throw refusal("Stale request", 400)
}

function signatureOf(fields: Record<string, string>): string {
  const text = Object.entries(fields)
    .map(([name, value]) => `${name}=${value}`)
    .sort()
    .join("&")
  return createHash("sha1").update(text).update(account.secret).digest("hex")
}

function formatOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return "jpg"
  if (bytes.toString("latin1", 1, 4) === "PNG") return "png"
  return bytes.toString("latin1", 8, 12) === "WEBP" ? "webp" : "none"
}

function refusal(message: string, status = readShape("cloudinary/refused").status): FakeRefusal {
  return new FakeRefusal({ status, body: { error: { message } } })
}
