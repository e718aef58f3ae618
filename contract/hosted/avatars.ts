import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText, webAddress } from "#contract/primitives.ts"

const Side = z.coerce.number().int().min(0).max(2_000).default(500)

/** A profile picture made of a name's first letters; its address is the profile's `imageUrl` (docs/hosted-backend.md#avatars). */
export const getInitials = endpoint({
  method: "GET",
  path: "/v1/avatars/initials",
  access: "anyone",
  summary: "A PNG with the first letters of a name, or of the signed-in person's",
  query: z.object({
    name: PlainText.max(128).optional(),
    /** Pixels; 0 means as the other side. */
    width: Side,
    height: Side,
    /** Hex digits without the sign in front. */
    background: z
      .string()
      .regex(/^([0-9a-fA-F]{3}|[0-9a-fA-F]{6})?$/, "Value must be a valid Hex code without #")
      .optional(),
  }),
  reply: z.unknown(),
})

const DrawnSide = z.coerce.number().int().min(0).max(2_000).default(100)
const Code = z.object({ code: PlainText.max(40) })
const DrawnSize = z.object({
  /** Pixels; 0 keeps the ratio, twice 0 is the picture's own size. */
  width: DrawnSide,
  height: DrawnSide,
  /** Of no effect: the pictures are drawn, not photographed. */
  quality: z.coerce.number().int().min(0).max(100).optional(),
})

const drawing = { method: "GET", access: "anyone", params: Code, query: DrawnSize, reply: z.unknown() } as const

export const getFlag = endpoint({
  ...drawing,
  path: "/v1/avatars/flags/:code",
  summary: "A country's flag as a PNG, by its two lower-case letters",
})

export const getBrowser = endpoint({
  ...drawing,
  path: "/v1/avatars/browsers/:code",
  summary: "A mark for a browser as a PNG, by the code that sessions name",
})

export const getCreditCard = endpoint({
  ...drawing,
  path: "/v1/avatars/credit-cards/:code",
  summary: "A mark for a kind of card as a PNG",
})

/** Yes in every spelling that clients use. */
const Yes = z
  .string()
  .optional()
  .transform((text) => text === "1" || text === "true")

export const getQr = endpoint({
  method: "GET",
  path: "/v1/avatars/qr",
  access: "anyone",
  summary: "A text as a QR code, as a PNG",
  query: z.object({
    text: PlainText.min(1).max(512),
    /** Side in pixels. */
    size: z.coerce.number().int().min(1).max(1_000).default(400),
    /** In modules. */
    margin: z.coerce.number().int().min(0).max(10).default(1),
    download: Yes,
  }),
  reply: z.unknown(),
})

const RemoteUrl = webAddress(/^https?$/, 2_000)

export const getRemoteImage = endpoint({
  method: "GET",
  path: "/v1/avatars/image",
  access: "anyone",
  summary: "A picture of a public web address as a PNG of the wanted size",
  query: z.object({
    url: RemoteUrl,
    /** Pixels; 0 keeps the ratio, twice 0 is the picture's own size. */
    width: z.coerce.number().int().min(0).max(2_000).default(400),
    height: z.coerce.number().int().min(0).max(2_000).default(400),
  }),
  reply: z.unknown(),
})

export const getFavicon = endpoint({
  method: "GET",
  path: "/v1/avatars/favicon",
  access: "anyone",
  summary: "The icon of a public website",
  query: z.object({ url: RemoteUrl }),
  reply: z.unknown(),
})
