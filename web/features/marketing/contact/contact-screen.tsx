import { zodResolver } from "@hookform/resolvers/zod"
import { useMutation } from "@tanstack/react-query"
import { type ReactElement, useEffect, useRef } from "react"
import { useForm } from "react-hook-form"
import { useSearchParams } from "react-router"
import { sendContact, sendContactForm } from "#contract/product/contact.ts"
import { publicPages, statusPage } from "#web/content/public-pages.ts"
import { messageOf } from "#web/lib/api-error.ts"
import { call } from "#web/lib/call.ts"
import { Button } from "#web/ui/button.tsx"
import { PageIntro } from "#web/ui/page-intro.tsx"
import { TextField } from "#web/ui/text-field.tsx"
import { TextLink } from "#web/ui/text-link.tsx"
import { TextareaField } from "#web/ui/textarea-field.tsx"
import { ContactForm } from "./contact-form.ts"

/** Longest message taken, in letters. */
const maxInfoLetters = 5_000

const answers = [
  { to: `${publicPages.pricing.path}#rules`, label: "Credits: when they run out, fail or are charged twice" },
  { to: `${publicPages.home.path}#questions`, label: "Who sees my pictures, and may I sell with them?" },
  { to: statusPage.path, label: "Does everything work just now?" },
  { to: publicPages.programs.path, label: "Programs, fees and dates of the academy" },
  { to: `${publicPages.terms.path}#privacy`, label: "What is kept about me" },
]

/** "/contact": a message to the people who run this installation (docs/product-rules.md#contact). */
export function ContactScreen(): ReactElement {
  const [search] = useSearchParams()
  const send = useMutation({
    mutationFn: (form: ContactForm) => call(sendContact, { body: { ...form, source: sourceIn(search) } }),
  })
  return (
    <>
      <PageIntro
        title="Write to us"
        text="A question, an order, a complaint or an idea. A person reads it and answers by e-mail, usually within two working days."
      />
      <div className="mx-auto grid max-w-page gap-14 px-5 py-10 sm:px-8 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:gap-16 lg:pb-24">
        {send.data && send.variables ? (
          <Confirmation number={send.data.data.number} sent={send.variables} />
        ) : (
          <MessageForm
            isSending={send.isPending}
            failure={send.error ? messageOf(send.error, "The message could not be sent. Please try again.") : undefined}
            onSend={(form) => send.mutate(form)}
          />
        )}
        <Aside />
      </div>
    </>
  )
}

/** What happens with a message, and where most answers stand already. */
function Aside(): ReactElement {
  return (
    <aside aria-label="Before you write" className="grid content-start gap-8 lg:pt-1">
      <div className="grid gap-2 border-l-2 border-ochre pl-5">
        <h2 className="text-xl">What happens with it</h2>
        <p className="text-ink-soft">
          It is kept here with a number and mailed to the people who answer. Nobody else sees it, and your address is
          put on no list.
        </p>
      </div>
      <div className="grid gap-2">
        <h2 className="text-xl">Perhaps it is answered already</h2>
        <ul>
          {answers.map(({ to, label }) => (
            <li key={to} className="border-b border-line">
              <TextLink to={to} className="flex min-h-12 items-center py-2.5">
                {label}
              </TextLink>
            </li>
          ))}
        </ul>
      </div>
    </aside>
  )
}

/** The page that led here, for those who sort the messages. */
function sourceIn(search: URLSearchParams): "contact" | "enterprise" {
  return search.get("source") === "enterprise" ? "enterprise" : "contact"
}

interface MessageFormProps {
  isSending: boolean
  failure: string | undefined
  onSend: (form: ContactForm) => void
}

function MessageForm({ isSending, failure, onSend }: MessageFormProps): ReactElement {
  const [search] = useSearchParams()
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(ContactForm),
    defaultValues: { subject: search.get("subject") ?? "", email: "", additonal_info: "" },
  })
  const { errors } = formState
  return (
    <form
      noValidate
      method="post"
      action={sendContactForm.path}
      onSubmit={handleSubmit(onSend)}
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
      {failure !== undefined && (
        <p role="alert" className="rounded-control bg-clay-wash p-4 text-clay">
          {failure}
        </p>
      )}
      <Button type="submit" size="large" busy={isSending} className="justify-self-start">
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
        The answer goes to <strong>{sent.email}</strong>, usually within two working days.
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
