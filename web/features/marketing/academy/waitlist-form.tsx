import { type FormEvent, type ReactElement, useId, useRef, useState } from "react"
import { Button } from "#web/ui/button.tsx"

/**
 * An address for the day a program's applications open. What checks and sends it is loaded with the press: the page
 * itself is only words.
 */
export function WaitlistForm({ slug }: { slug: string }): ReactElement {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [leftFor, setLeftFor] = useState<string>()

  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isSending) return
    const email = field.current?.value.trim() ?? ""
    setIsSending(true)
    const { leaveAddress } = await import("./leave-address.ts")
    const refusal = await leaveAddress(slug, email)
    setIsSending(false)
    setFailure(refusal)
    if (refusal === null) setLeftFor(email)
    else field.current?.focus()
  }

  if (leftFor !== undefined) {
    return (
      <p role="status">
        We will write to <strong className="break-all">{leftFor}</strong> once, when applications open.
      </p>
    )
  }
  return (
    <form noValidate method="post" onSubmit={handleSubmit} className="grid gap-2 print:hidden">
      <label htmlFor={id} className="font-medium">
        Tell me when applications open
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
          className="h-12 min-w-0 flex-1 basis-56 rounded-control border border-line-strong bg-raised px-4 aria-invalid:border-clay"
        />
        <Button type="submit" size="large" busy={isSending}>
          Tell me
        </Button>
      </div>
      <p id={`${id}-note`} role="status" className={failure === null ? "text-sm text-ink-soft" : "text-sm text-clay"}>
        {failure ?? "Your e-mail address, for one mail and no list."}
      </p>
    </form>
  )
}
