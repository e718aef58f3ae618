import { HostReceipt } from "#contract/hosted/image-host.ts"
import type { Question } from "#server/platform/providers/live-question.ts"
import { createCloudinary, Removal, sign } from "./cloudinary.ts"
import type { CloudinarySettings } from "./settings.ts"

/** One pixel. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

/** Puts a picture there as a browser does, and takes it away. */
export function cloudinaryQuestions(config: CloudinarySettings): Question[] {
  const { apiUrl, cloud, apiKey, apiSecret } = config
  const now = new Date()
  const publicId = `aworan/contract/${now.getTime()}`
  const host = createCloudinary(config, () => Promise.reject(new Error("Nothing is read there.")))
  const fields = { public_id: publicId, timestamp: String(Math.floor(now.getTime() / 1000)) }
  const destroy = (signature: string) => ({
    url: `${apiUrl}/v1_1/${cloud}/image/destroy`,
    body: new URLSearchParams({ ...fields, api_key: apiKey, signature }),
  })
  return [
    {
      shape: "cloudinary/uploaded",
      request: () => {
        const permit = host.permit(publicId, now)
        const form = new FormData()
        for (const [name, value] of Object.entries(permit.fields)) form.append(name, value)
        form.append("file", new Blob([Buffer.from(pixel, "base64")], { type: "image/png" }), "contract.png")
        return { url: permit.url, body: form }
      },
      schema: HostReceipt.refine((receipt) => host.isGenuine(receipt), "The receipt is not signed as we know it."),
    },
    { shape: "cloudinary/refused", request: () => destroy("0".repeat(40)), schema: null },
    { shape: "cloudinary/removed", request: () => destroy(sign(fields, apiSecret)), schema: Removal },
  ]
}
