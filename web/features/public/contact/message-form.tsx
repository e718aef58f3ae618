import { type ReactElement, useEffect, useRef } from "react"
import { sendContactForm } from "#contract/operations/contact.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import type { ContactForm } from "./contact-form.ts"
import type { Message } from "./use-message.ts"

/** Longest message taken, in letters. */
const maxInfoLetters = 5_000

/** The form of a message, and what it says once it was sent. */
export function MessageForm({ form, send }: Message): ReactElement {
  const { register, handleSubmit, formState } = form
  const { errors } = formState
  if (send.data && send.variables) return <Confirmation number={send.data.data.number} sent={send.variables} />
  return (
    <form
      noValidate
      method="post"
      action={sendContactForm.path}
      onSubmit={handleSubmit((filled) => send.mutate(filled))}
      className="grid max-w-xl gap-2"
    >
      <TextField label="Subject" error={errors.subject?.message} {...register("subject")} />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="email"
        hint="The answer goes there, and nothing else."
        error={errors.email?.message}
        {...register("email")}
      />
      <TextareaField
        label="Message"
        optional
        rows={7}
        maxLength={maxInfoLetters}
        error={errors.additonal_info?.message}
        {...register("additonal_info")}
      />
      {send.error && (
        <p role="alert" className="rounded-control bg-clay-wash p-4 text-clay">
          {messageOf(send.error, "The message could not be sent. Please try again.")}
        </p>
      )}
      <Button type="submit" size="large" busy={send.isPending} className="justify-self-start">
        Send the message
      </Button>
    </form>
  )
}

/** Stays on the page, so that nobody wonders whether it went through. */
function Confirmation({ number, sent }: { number: number; sent: ContactForm }): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <div className="grid max-w-xl gap-4 border-l-2 border-leaf pl-6">
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        Your message has arrived
      </h2>
      <p>
        The answer goes to <strong>{sent.email}</strong>.
      </p>
      <p className="text-ink-soft">
        Its number is <strong>{number}</strong>. Quote it if you write again.
      </p>
      <div className="grid gap-2 rounded-card border border-line bg-surface p-5">
        <h3 className="font-semibold">What you wrote</h3>
        <p className="font-medium break-words">{sent.subject}</p>
        {sent.additonal_info !== "" && <p className="break-words whitespace-pre-line">{sent.additonal_info}</p>}
      </div>
    </div>
  )
}
