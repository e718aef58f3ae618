import { z } from "zod"
import { sheetSlugs } from "#contract/catalogue/sheets.ts"
import { endpoint } from "#contract/endpoint.ts"
import { EmailAddress } from "#contract/primitives.ts"

export const SheetRequest = z.object({ slug: z.enum(sheetSlugs), email: EmailAddress })

export const askForSheet = endpoint({
  method: "POST",
  path: "/contact/sheets",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Mails a case study's sheet to an address, and keeps the request as a message",
  body: SheetRequest,
  reply: z.object({ message: z.string() }),
  status: 201,
})
