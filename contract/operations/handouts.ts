import { z } from "zod"
import { sheetFormPath, sheetSlugs } from "#contract/catalogue/handouts.ts"
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

/** The same from a browser without scripts: a plain form, answered with a page. */
export const askForSheetForm = endpoint({
  method: "POST",
  path: sheetFormPath,
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Mails a case study's sheet, asked for by a form that is sent without scripts; answers with a page",
  body: SheetRequest,
  reply: z.string(),
  status: 201,
})
