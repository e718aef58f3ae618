import { z } from "zod"
import { maxReportNote, reportReasonNames } from "#contract/catalogue/report-reasons.ts"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"

/** A form without scripts on a picture's public page sends it. */
export const reportOnPage = endpoint({
  method: "POST",
  path: "/picture/:pictureId/report",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Tells the operators what is wrong with a public picture, from the form of its page; no account is needed",
  params: z.object({ pictureId: RecordId }),
  body: z.object({
    reason: z.enum(reportReasonNames, { error: "Please choose what is wrong." }),
    note: PlainText.trim().max(maxReportNote, `At most ${maxReportNote} letters`).default(""),
  }),
  reply: z.unknown(),
})
