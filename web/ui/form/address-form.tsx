import { type FormEvent, type ReactElement, type ReactNode, useId, useRef, useState } from "react"
import { Button } from "#web/ui/button/button.tsx"
import { classNames } from "#web/ui/theme/class-names.ts"

/** Sends an address. @returns why it did not work, in words; null when it arrived */
type SendAddress = (email: string) => Promise<string | null>

interface AddressFormProps {
  /** Where the browser sends the form by itself; it is answered with a page. */
  action: string
  /** What the address is for: a field of the form that nobody sees. */
  about: { name: string; value: string }
  label: string
  button: string
  /** Stands under the field until something is wrong. */
  note: string
  /** Loads what checks and sends: with the press, since the page itself is only words. */
  load: () => Promise<SendAddress>
  /** What stands in the form's place afterwards. @param email the address it went from */
  done: (email: ReactNode) => ReactElement
  /** The form stands on the dark cloth. */
  isOnCloth?: boolean
}

/** One e-mail address for one purpose. Works without scripts and before they are there as well. */
export function AddressForm(props: AddressFormProps): ReactElement {
  const { action, about, label, button, note, load, done, isOnCloth = false } = props
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [sentFor, setSentFor] = useState<string>()

  const handleSubmit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (isSending) return
    const form = event.currentTarget
    const email = field.current?.value.trim() ?? ""
    setIsSending(true)
    const send = await load().catch(() => null)
    // The script did not come: the browser does it, as it does without any.
    if (send === null) return form.submit()
    const refusal = await send(email)
    setIsSending(false)
    setFailure(refusal)
    if (refusal === null) setSentFor(email)
    else field.current?.focus()
  }

  if (sentFor !== undefined) return done(<strong className="break-all">{sentFor}</strong>)
  return (
    <form noValidate method="post" action={action} onSubmit={handleSubmit} className="grid gap-2 print:hidden">
      <input type="hidden" name={about.name} value={about.value} />
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="flex flex-wrap gap-3">
        <input
          ref={field}
          id={id}
          type="email"
          name="email"
          autoComplete="email"
          aria-invalid={failure !== null}
          aria-describedby={`${id}-note`}
          className={classNames(
            "min-w-0 flex-1 basis-56 rounded-control border px-4",
            isOnCloth
              ? "min-h-13 border-on-cloth/60 bg-transparent text-lg focus-visible:outline-on-cloth"
              : "h-12 border-line-strong bg-raised aria-invalid:border-clay",
          )}
        />
        <Button type="submit" size="large" variant={isOnCloth ? "accent" : undefined} busy={isSending}>
          {button}
        </Button>
      </div>
      <p
        id={`${id}-note`}
        role="status"
        className={classNames("text-sm", !isOnCloth && (failure === null ? "text-ink-soft" : "text-clay"))}
      >
        {failure ?? note}
      </p>
    </form>
  )
}
