import { z } from "zod"
import { ContactInfo, ContactSubject } from "#contract/operations/contact.ts"
import { EmailAddress } from "#contract/primitives.ts"

/** The contact form, in the names it is sent under: it also works without scripts. */
export const ContactForm = z.object({
  subject: ContactSubject,
  email: EmailAddress,
  additonal_info: ContactInfo,
})
export type ContactForm = z.infer<typeof ContactForm>
