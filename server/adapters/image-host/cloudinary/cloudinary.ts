import { createHash, timingSafeEqual } from "node:crypto"
import { z } from "zod"
import type { ImageHost } from "#server/adapters/image-host/port.ts"
import { ProviderFailure, type ProviderFetch, readJson } from "#server/platform/providers/provider-fetch.ts"
import type { CloudinarySettings } from "./settings.ts"

/** What is read of the answer to a removal. */
export const Removal = z.object({ result: z.string() })

/** Formats that are let in, as the host calls them. */
const formats = "jpg,png,gif,webp,avif"

/** Signed uploads to Cloudinary, without a package of theirs. */
export function createCloudinary(config: CloudinarySettings, fetch: ProviderFetch): ImageHost {
  const { cloud, apiKey, apiSecret, preset, apiUrl, deliveryUrl } = config
  const callUrl = (call: string): string => `${apiUrl}/v1_1/${cloud}/image/${call}`
  const signed = (fields: Record<string, string>): Record<string, string> => ({
    ...fields,
    api_key: apiKey,
    signature: sign(fields, apiSecret),
  })
  return {
    kind: "cloudinary",
    permit: (publicId, at) => ({
      url: callUrl("upload"),
      fields: signed({
        allowed_formats: formats,
        overwrite: "false",
        public_id: publicId,
        timestamp: seconds(at),
        ...(preset === null ? {} : { upload_preset: preset }),
      }),
    }),
    isGenuine({ public_id, version, signature }) {
      const expected = sign({ public_id, version: String(version) }, apiSecret)
      const given = Buffer.from(signature)
      return given.length === expected.length && timingSafeEqual(given, Buffer.from(expected))
    },
    async read({ public_id, version, format }, maxBytes) {
      const path = public_id.split("/").map(encodeURIComponent).join("/")
      const reply = await fetch({
        call: "read",
        method: "GET",
        url: `${deliveryUrl}/${cloud}/image/upload/v${version}/${path}.${format}`,
        maxBytes,
      })
      return reply.body
    },
    async remove(publicId, at) {
      const fields = signed({ invalidate: "true", public_id: publicId, timestamp: seconds(at) })
      const reply = await fetch({
        call: "remove",
        method: "POST",
        url: callUrl("destroy"),
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(fields).toString(),
      })
      const { result } = readJson(reply, Removal)
      if (result !== "ok" && result !== "not found") {
        throw new ProviderFailure("bad_reply", `The picture was not removed: ${result}`)
      }
    },
  }
}

/** Cloudinary's signature: fields by name, joined, the secret behind them; SHA-1 as accounts have it unless changed. */
export function sign(fields: Record<string, string>, secret: string): string {
  const text = Object.keys(fields)
    .sort()
    .map((name) => `${name}=${String(fields[name]).replaceAll("&", "%26")}`)
    .join("&")
  return createHash("sha1")
    .update(text + secret)
    .digest("hex")
}

function seconds(at: Date): string {
  return String(Math.floor(at.getTime() / 1000))
}
