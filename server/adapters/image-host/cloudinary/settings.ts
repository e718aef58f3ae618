import { isOnThisMachine } from "#server/platform/http/origins.ts"
import type { Setting, SettingsReader } from "#server/platform/settings/setting.ts"

/** What is needed to have Cloudinary take photos. */
export interface CloudinarySettings {
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

const apiUrl: Setting = {
  name: "CLOUDINARY_API_URL",
  what: "Where browsers upload to.",
  default: "https://api.cloudinary.com",
}

const deliveryUrl: Setting = {
  name: "CLOUDINARY_DELIVERY_URL",
  what: "Where uploaded pictures are read from.",
  default: "https://res.cloudinary.com",
}

export const cloudinarySettings: readonly Setting[] = [
  {
    name: "CLOUDINARY_URL",
    what: "`cloudinary://key:secret@cloud` of the account; needed with IMAGE_HOST=cloudinary.",
    default: "none",
    isSecret: true,
  },
  {
    name: "CLOUDINARY_UPLOAD_PRESET",
    what: "Signed upload preset of the account, for limits of its own.",
    default: "none",
  },
  apiUrl,
  deliveryUrl,
]

/** What is wrong or missing is added to the reader's problems. */
export function readCloudinary(reader: SettingsReader): CloudinarySettings {
  const { text, problems } = reader
  const account = readAccount(text("CLOUDINARY_URL"))
  if (account === null) {
    problems.push("IMAGE_HOST is cloudinary, so CLOUDINARY_URL is needed, as cloudinary://key:secret@cloud.")
  }
  return {
    ...(account ?? { cloud: "", apiKey: "", apiSecret: "" }),
    preset: text("CLOUDINARY_UPLOAD_PRESET"),
    apiUrl: readHost(reader, apiUrl),
    deliveryUrl: readHost(reader, deliveryUrl),
  }
}

function readAccount(given: string | null): Pick<CloudinarySettings, "cloud" | "apiKey" | "apiSecret"> | null {
  const [, apiKey, apiSecret, cloud] = /^cloudinary:\/\/([^:@/]+):([^:@/]+)@([a-zA-Z0-9_-]+)$/.exec(given ?? "") ?? []
  return apiKey && apiSecret && cloud ? { cloud, apiKey, apiSecret } : null
}

function readHost({ text, problems, publicUrl }: SettingsReader, { name, default: usual }: Setting): string {
  const url = (text(name) ?? usual).replace(/\/+$/, "")
  // A machine's own address is for trying it out, never for people elsewhere.
  const isOwn = (): boolean => isOnThisMachine(url) && isOnThisMachine(publicUrl)
  if (!URL.canParse(url) || (!url.startsWith("https://") && !isOwn())) {
    problems.push(`${name} is "${url}"; it must be an https:// address.`)
  }
  return url
}
