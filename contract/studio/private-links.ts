import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { RecordId } from "#contract/primitives.ts"
import { PictureSource } from "./review.ts"

/** How long a private link may last, in hours: an hour to 30 days. */
export const longestLinkHours = 720

/** Private links that one picture may have at a time. */
export const maxLinksOfPicture = 20

/** A link by which anybody who has it sees one private picture for a time, as its owner sees it. */
export const PrivateLink = z.object({
  id: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  /** How often its page was looked at. */
  visits: z.number().int(),
})
export type PrivateLink = z.infer<typeof PrivateLink>

const params = z.object({ source: PictureSource, pictureId: RecordId })

export const listPrivateLinks = endpoint({
  method: "GET",
  path: "/own-pictures/:source/:pictureId/links",
  access: "session",
  summary: "The private links of an own picture that have not ended, the newest first, without what stands in them",
  params,
  reply: z.object({ data: z.array(PrivateLink) }),
})

export const createPrivateLink = endpoint({
  method: "POST",
  path: "/own-pictures/:source/:pictureId/links",
  access: "session",
  summary: "Makes a private link to an own picture that ends by itself; its address is told this once",
  params,
  body: z.object({ hours: z.number().int().min(1).max(longestLinkHours) }),
  status: 201,
  reply: z.object({ data: PrivateLink.extend({ url: z.string() }) }),
})

export const endPrivateLink = endpoint({
  method: "DELETE",
  path: "/own-pictures/links/:linkId",
  access: "session",
  summary: "Ends a private link at once",
  params: z.object({ linkId: RecordId }),
  reply: z.object({ message: z.string() }),
})
