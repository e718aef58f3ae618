import { z } from "zod"
import { handoutFormPath, handoutSlugs } from "#contract/catalogue/handouts.ts"
import { endpoint } from "#contract/endpoint.ts"
import { EmailAddress } from "#contract/primitives.ts"

export const HandoutRequest = z.object({ slug: z.enum(handoutSlugs), email: EmailAddress })

export const askForHandout = endpoint({
  method: "POST",
  path: "/contact/sheets",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Mails a case study's sheet to an address, and keeps the request as a message",
  body: HandoutRequest,
  reply: z.object({ message: z.string() }),
  status: 201,
})

/** The same from a browser without scripts: a plain form, answered with a page. */
export const askForHandoutForm = endpoint({
  method: "POST",
  path: handoutFormPath,
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Mails a case study's sheet, asked for by a form that is sent without scripts; answers with a page",
  body: HandoutRequest,
  reply: z.string(),
  status: 201,
})
