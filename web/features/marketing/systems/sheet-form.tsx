import { type FormEvent, type ReactElement, useId, useRef, useState } from "react"
import type { SheetSlug } from "#contract/catalogue/sheets.ts"
import { Button } from "#web/ui/button.tsx"

interface SheetFormProps {
  slug: SheetSlug
  sheet: { title: string; text: string }
}

/** An address for a sheet. What checks and sends it is loaded with the first press: the page itself is only words. */
export function SheetForm({ slug, sheet }: SheetFormProps): ReactElement {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isSending, setIsSending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const [sentTo, setSentTo] = useState<string>()

  const handleSubmit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (isSending) return
    const email = field.current?.value ?? ""
    setIsSending(true)
    const { sendSheet } = await import("./send-sheet.ts")
    const refusal = await sendSheet(slug, email)
    setIsSending(false)
    setFailure(refusal)
    if (refusal === null) setSentTo(email)
    else field.current?.focus()
  }

  return (
    <section aria-labelledby="ask" className="bg-cloth text-on-cloth">
      <div className="mx-auto grid max-w-page gap-8 px-5 py-16 sm:px-8 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:items-center lg:gap-16">
        <div className="grid max-w-2xl gap-3">
          <h2 id="ask" className="text-3xl">
            {sheet.title}
          </h2>
          <p className="text-lg">{sheet.text}</p>
        </div>
        {sentTo === undefined ? (
          <form noValidate method="post" onSubmit={handleSubmit} className="grid gap-2">
            <label htmlFor={id} className="font-medium">
              Your e-mail
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
                className="min-h-13 min-w-0 flex-1 basis-56 rounded-control border border-on-cloth/60 bg-transparent px-4 text-lg focus-visible:outline-on-cloth"
              />
              <Button type="submit" size="large" variant="accent" busy={isSending}>
                Mail it to me
              </Button>
            </div>
            <p id={`${id}-note`} role="status" className="text-sm">
              {failure ?? "One mail with the sheet, and no list."}
            </p>
          </form>
        ) : (
          <p role="status" className="border-l-2 border-ochre pl-5 text-lg">
            The sheet is on its way to <strong className="break-all">{sentTo}</strong>.
          </p>
        )}
      </div>
    </section>
  )
}
