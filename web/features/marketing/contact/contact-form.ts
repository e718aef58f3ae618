import { z } from "zod"
import { EmailAddress } from "#contract/primitives.ts"
import { ContactInfo, ContactSubject } from "#contract/product/contact.ts"

/** The contact form as it is typed; the field is named rightly here and spelt as specified on the way out. */
export const ContactForm = z.object({
  subject: ContactSubject,
  email: EmailAddress,
  additionalInfo: ContactInfo,
})
export type ContactForm = z.infer<typeof ContactForm>
