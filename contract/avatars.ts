import { z } from "zod"
import { endpoint } from "./endpoint.ts"
import { PlainText } from "./primitives.ts"

const Side = z.coerce.number().int().min(0).max(2_000).default(500)

/** A profile picture made of a name's first letters; its address is the profile's `imageUrl` (contract §5). */
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
