import { z } from "zod"
import { contactFormPath } from "#contract/catalogue/contact-path.ts"
import { endpoint } from "#contract/endpoint.ts"
import { EmailAddress, PlainText, RecordId } from "#contract/primitives.ts"

export const ContactSubject = PlainText.trim().min(2, "Please say in a few words what it is about").max(200)

export const ContactInfo = PlainText.trim().max(5_000)

/** Which form a message came from: the contact page, the page for companies, or the request for a sheet. */
export const MessageSource = z.enum(["contact", "enterprise", "sheet"])
export type MessageSource = z.infer<typeof MessageSource>

/** The text is optional (docs/product-rules.md#form-rules). `additonal_info` is the spelling of the wire; the right spelling is taken too (docs/product-rules.md#wire-spelling). */
export const ContactBody = z.object({
  subject: ContactSubject,
  email: EmailAddress,
  additonal_info: ContactInfo.optional(),
  additional_info: ContactInfo.optional(),
  /** The page the writer came from. */
  source: MessageSource.exclude(["sheet"]).default("contact"),
})
export type ContactBody = z.infer<typeof ContactBody>

export const sendContact = endpoint({
  method: "POST",
  path: "/contact",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Leaves a message for the people who run this installation",
  body: ContactBody,
  reply: z.object({ message: z.string(), data: z.object({ id: RecordId, number: z.number().int() }) }),
  status: 201,
})

/** The same from a browser without scripts: a plain form, answered with a page. */
export const sendContactForm = endpoint({
  method: "POST",
  path: contactFormPath,
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Leaves a message from a form that is sent without scripts; answers with a page",
  body: ContactBody,
  reply: z.string(),
  status: 201,
})
