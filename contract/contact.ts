import { z } from "zod"
import { endpoint } from "./endpoint.ts"
import { EmailAddress, PlainText, RecordId } from "./primitives.ts"

export const ContactSubject = PlainText.trim().min(2, "Please say in a few words what it is about").max(200)

export const ContactInfo = PlainText.trim().min(10, "Please write a sentence or two").max(5_000)

/** `additonal_info` is spelt as the specification spells it; the right spelling is taken too (decision 76). */
export const ContactBody = z
  .object({
    subject: ContactSubject,
    email: EmailAddress,
    additonal_info: ContactInfo.optional(),
    additional_info: ContactInfo.optional(),
  })
  .refine((body) => body.additonal_info !== undefined || body.additional_info !== undefined, {
    path: ["additonal_info"],
    message: "Please write a sentence or two",
  })

export const sendContact = endpoint({
  method: "POST",
  path: "/contact",
  access: "anyone",
  summary: "Leaves a message for the people who run this installation (decision 93)",
  body: ContactBody,
  reply: z.object({ message: z.string(), data: z.object({ id: RecordId }) }),
  status: 201,
})
