/** A size and its rules, as a marketplace or network asks for them. */
export interface ExportPreset {
  slug: string
  /** Where it goes. */
  place: string
  title: string
  /** Pixels. */
  width: number
  height: number
  /** Largest file that is taken, in bytes. */
  maxBytes: number
  /** File formats that are taken. What is made ready is JPEG, so that is among them. */
  formats: readonly ExportFormat[]
  /** `white`: the product on white. `white-border`: white at the edges. `any`: the picture as it is, cut to the shape. */
  ground: "white" | "white-border" | "any"
  /** Share of the frame that the product's longer side takes, where that is asked for. */
  fill?: number
  /** Height in the middle that is always seen, in pixels. */
  safeHeight?: number
  /** In a seller's words. */
  rule: string
}

export type ExportFormat = "jpeg" | "png"

const megabyte = 1_000_000

const jpegOnly = { formats: ["jpeg"] } as const
const jpegOrPng = { formats: ["jpeg", "png"] } as const

/** Every place a picture can be made ready for. */
export const exportPresets = [
  {
    slug: "jumia-680x850",
    place: "Jumia",
    title: "Jumia 680 × 850",
    width: 680,
    height: 850,
    maxBytes: megabyte,
    ground: "white-border",
    fill: 0.9,
    rule: "JPEG, white border, at most 1 MB.",
    ...jpegOnly,
  },
  {
    slug: "jumia-2000",
    place: "Jumia",
    title: "Jumia 2000 × 2000",
    width: 2000,
    height: 2000,
    maxBytes: megabyte,
    ground: "white-border",
    fill: 0.9,
    rule: "JPEG, white border, at most 1 MB.",
    ...jpegOnly,
  },
  {
    slug: "amazon-2000",
    place: "Amazon",
    title: "Amazon 2000 × 2000",
    width: 2000,
    height: 2000,
    maxBytes: 10 * megabyte,
    ground: "white",
    fill: 0.85,
    rule: "Pure white, the product fills about 85 %.",
    ...jpegOrPng,
  },
  {
    slug: "shopify-2048",
    place: "Shopify",
    title: "Shopify 2048 × 2048",
    width: 2048,
    height: 2048,
    maxBytes: 20 * megabyte,
    ground: "any",
    rule: "Square.",
    ...jpegOrPng,
  },
  {
    slug: "ebay-1600",
    place: "eBay",
    title: "eBay 1600 × 1600",
    width: 1600,
    height: 1600,
    maxBytes: 12 * megabyte,
    ground: "any",
    rule: "Square.",
    ...jpegOrPng,
  },
  {
    slug: "etsy-2000",
    place: "Etsy",
    title: "Etsy 2000 × 2000",
    width: 2000,
    height: 2000,
    maxBytes: 10 * megabyte,
    ground: "any",
    rule: "Square.",
    ...jpegOrPng,
  },
  {
    slug: "whatsapp-catalogue",
    place: "WhatsApp",
    title: "WhatsApp catalogue",
    width: 1080,
    height: 1080,
    maxBytes: 5 * megabyte,
    ground: "any",
    rule: "Square, at most 5 MB.",
    ...jpegOrPng,
  },
  {
    slug: "whatsapp-status",
    place: "WhatsApp",
    title: "WhatsApp status",
    width: 1080,
    height: 1920,
    maxBytes: 5 * megabyte,
    ground: "any",
    safeHeight: 1350,
    rule: "Everything that matters is in the middle.",
    ...jpegOrPng,
  },
  {
    slug: "instagram-1x1",
    place: "Instagram",
    title: "Instagram square",
    width: 1080,
    height: 1080,
    maxBytes: 8 * megabyte,
    ground: "any",
    rule: "1:1.",
    ...jpegOnly,
  },
  {
    slug: "instagram-4x5",
    place: "Instagram",
    title: "Instagram portrait",
    width: 1080,
    height: 1350,
    maxBytes: 8 * megabyte,
    ground: "any",
    rule: "4:5.",
    ...jpegOnly,
  },
  {
    slug: "instagram-9x16",
    place: "Instagram",
    title: "Instagram story",
    width: 1080,
    height: 1920,
    maxBytes: 8 * megabyte,
    ground: "any",
    safeHeight: 1350,
    rule: "9:16, safe middle.",
    ...jpegOnly,
  },
  {
    slug: "link-preview",
    place: "Links",
    title: "Link preview",
    width: 1200,
    height: 630,
    maxBytes: 600_000,
    ground: "any",
    rule: "At most 600 kB, so that it shows in chats.",
    ...jpegOrPng,
  },
] as const satisfies readonly ExportPreset[]

export type ExportPresetSlug = (typeof exportPresets)[number]["slug"]
