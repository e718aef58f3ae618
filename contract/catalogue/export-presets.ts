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
  /** `white`: the product on white. `white-border`: white at the edges. `any`: the picture as it is, cut to the shape. */
  ground: "white" | "white-border" | "any"
  /** Share of the frame that the product's longer side takes, where that is asked for. */
  fill?: number
  /** Height in the middle that is always seen, in pixels. */
  safeHeight?: number
  /** In a seller's words. */
  rule: string
}

const megabyte = 1_000_000

/** Every place a picture can be made ready for. All of them take JPEG. */
export const exportPresets = [
  {
    ...{ slug: "jumia-680x850", place: "Jumia", title: "Jumia 680 × 850", width: 680, height: 850 },
    ...{ maxBytes: megabyte, ground: "white-border", fill: 0.9, rule: "White border, at most 1 MB." },
  },
  {
    ...{ slug: "jumia-2000", place: "Jumia", title: "Jumia 2000 × 2000", width: 2000, height: 2000 },
    ...{ maxBytes: megabyte, ground: "white-border", fill: 0.9, rule: "White border, at most 1 MB." },
  },
  {
    ...{ slug: "amazon-2000", place: "Amazon", title: "Amazon 2000 × 2000", width: 2000, height: 2000 },
    ...{ maxBytes: 10 * megabyte, ground: "white", fill: 0.85, rule: "Pure white, the product fills about 85 %." },
  },
  {
    ...{ slug: "shopify-2048", place: "Shopify", title: "Shopify 2048 × 2048", width: 2048, height: 2048 },
    ...{ maxBytes: 20 * megabyte, ground: "any", rule: "Square." },
  },
  {
    ...{ slug: "ebay-1600", place: "eBay", title: "eBay 1600 × 1600", width: 1600, height: 1600 },
    ...{ maxBytes: 12 * megabyte, ground: "any", rule: "Square." },
  },
  {
    ...{ slug: "etsy-2000", place: "Etsy", title: "Etsy 2000 × 2000", width: 2000, height: 2000 },
    ...{ maxBytes: 10 * megabyte, ground: "any", rule: "Square." },
  },
  {
    ...{ slug: "whatsapp-catalogue", place: "WhatsApp", title: "WhatsApp catalogue", width: 1080, height: 1080 },
    ...{ maxBytes: 5 * megabyte, ground: "any", rule: "Square, at most 5 MB." },
  },
  {
    ...{ slug: "whatsapp-status", place: "WhatsApp", title: "WhatsApp status", width: 1080, height: 1920 },
    ...{ maxBytes: 5 * megabyte, ground: "any", safeHeight: 1350, rule: "Everything that matters is in the middle." },
  },
  {
    ...{ slug: "instagram-1x1", place: "Instagram", title: "Instagram square", width: 1080, height: 1080 },
    ...{ maxBytes: 8 * megabyte, ground: "any", rule: "1:1." },
  },
  {
    ...{ slug: "instagram-4x5", place: "Instagram", title: "Instagram portrait", width: 1080, height: 1350 },
    ...{ maxBytes: 8 * megabyte, ground: "any", rule: "4:5." },
  },
  {
    ...{ slug: "instagram-9x16", place: "Instagram", title: "Instagram story", width: 1080, height: 1920 },
    ...{ maxBytes: 8 * megabyte, ground: "any", safeHeight: 1350, rule: "9:16, safe middle." },
  },
  {
    ...{ slug: "link-preview", place: "Links", title: "Link preview", width: 1200, height: 630 },
    ...{ maxBytes: 600_000, ground: "any", rule: "At most 600 kB, so that it shows in chats." },
  },
] as const satisfies readonly ExportPreset[]

export type ExportPresetSlug = (typeof exportPresets)[number]["slug"]
