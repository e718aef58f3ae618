import { zodResolver } from "@hookform/resolvers/zod"
import { type UseMutationResult, useMutation } from "@tanstack/react-query"
import { type UseFormReturn, useForm } from "react-hook-form"
import type { z } from "zod"
import { type ContactBody, sendContact } from "#contract/operations/contact.ts"
import { call } from "#web/lib/calls/call.ts"
import { ContactForm } from "./contact-form.ts"

/** A message to the people who run this installation, while it is written and once it was sent. */
export interface Message {
  form: UseFormReturn<ContactForm>
  send: UseMutationResult<z.output<typeof sendContact.reply>, Error, ContactForm>
}

/** @param known what is filled in already, and the page that led here, for those who sort the messages */
export function useMessage(known: { subject: string; email: string; source: ContactBody["source"] }): Message {
  const { subject, email, source } = known
  const form = useForm({
    resolver: zodResolver(ContactForm),
    defaultValues: { subject, email, additonal_info: "" },
  })
  const send = useMutation({ mutationFn: (sent: ContactForm) => call(sendContact, { body: { ...sent, source } }) })
  return { form, send }
}
