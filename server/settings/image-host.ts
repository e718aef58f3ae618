import { isOnThisMachine } from "#server/platform/http/origins.ts"
import type { ReadText, Setting } from "#server/platform/settings/setting.ts"

export interface CloudinaryConfig {
  kind: "cloudinary"
  cloud: string
  apiKey: string
  apiSecret: string
  /** Signed preset of the account that limits what is let in; null for none. */
  preset: string | null
  /** Where browsers upload to, without a slash at the end. */
  apiUrl: string
  /** Where pictures are read from, without a slash at the end. */
  deliveryUrl: string
}

/** Who takes pictures from browsers. */
export type ImageHostConfig = { kind: "own" } | CloudinaryConfig

const usualUrls = { api: "https://api.cloudinary.com", delivery: "https://res.cloudinary.com" } as const

export const imageHostSettings: readonly Setting[] = [
  {
    name: "IMAGE_HOST",
    what: "Who takes photos from browsers: `own`, or `cloudinary`, from where they are taken over at once.",
    default: "own",
  },
  {
    name: "CLOUDINARY_URL",
    what: "`cloudinary://key:secret@cloud` of the account; needed with IMAGE_HOST=cloudinary.",
    default: "none",
  },
  {
    name: "CLOUDINARY_UPLOAD_PRESET",
    what: "Signed upload preset of the account, for limits of its own.",
    default: "none",
  },
  { name: "CLOUDINARY_API_URL", what: "Where browsers upload to.", default: usualUrls.api },
  { name: "CLOUDINARY_DELIVERY_URL", what: "Where uploaded pictures are read from.", default: usualUrls.delivery },
]

/** Reads who takes pictures; what is wrong or half set is added to `problems`. */
export function readImageHost(text: ReadText, problems: string[], publicUrl: string): ImageHostConfig {
  const kind = text("IMAGE_HOST") ?? "own"
  if (kind !== "own" && kind !== "cloudinary") {
    problems.push(`IMAGE_HOST is "${kind}"; it must be own or cloudinary.`)
  }
  if (kind !== "cloudinary") return { kind: "own" }
  const account = readAccount(text("CLOUDINARY_URL"))
  if (account === null) {
    problems.push("IMAGE_HOST is cloudinary, so CLOUDINARY_URL is needed, as cloudinary://key:secret@cloud.")
  }
  const address = (name: string, usual: string): string => {
    const url = (text(name) ?? usual).replace(/\/+$/, "")
    // A machine's own address is for trying it out, never for people elsewhere.
    const isOwn = (): boolean => isOnThisMachine(url) && isOnThisMachine(publicUrl)
    if (!URL.canParse(url) || (!url.startsWith("https://") && !isOwn())) {
      problems.push(`${name} is "${url}"; it must be an https:// address.`)
    }
    return url
  }
  return {
    kind,
    ...(account ?? { cloud: "", apiKey: "", apiSecret: "" }),
    preset: text("CLOUDINARY_UPLOAD_PRESET"),
    apiUrl: address("CLOUDINARY_API_URL", usualUrls.api),
    deliveryUrl: address("CLOUDINARY_DELIVERY_URL", usualUrls.delivery),
  }
}

/** Where pages may send pictures to besides us. */
export function uploadOriginOf(config: ImageHostConfig): string | null {
  return config.kind === "own" ? null : new URL(config.apiUrl).origin
}

function readAccount(given: string | null): Pick<CloudinaryConfig, "cloud" | "apiKey" | "apiSecret"> | null {
  const [, apiKey, apiSecret, cloud] = /^cloudinary:\/\/([^:@/]+):([^:@/]+)@([a-zA-Z0-9_-]+)$/.exec(given ?? "") ?? []
  return apiKey && apiSecret && cloud ? { cloud, apiKey, apiSecret } : null
}
