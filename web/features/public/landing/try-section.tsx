import { type FormEvent, type ReactElement, useRef, useState } from "react"
import { maxTryCharacters } from "#contract/catalogue/guest-trial.ts"
import type { Try } from "#contract/studio/guest-trial.ts"
import { landing } from "#web/content/landing.ts"
import { useMainStep } from "#web/lib/page/use-main-step.ts"
import { signUpAddress } from "#web/lib/session/destination.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { Adire } from "#web/ui/media/adire.tsx"
import { useTry } from "./use-try.ts"

const words = landing.tries

/** One small picture without an account. People who signed in here have the studio instead. */
export function TrySection(): ReactElement | null {
  const step = useMainStep()
  const place = useRef<HTMLDivElement>(null)
  const visitorsTry = useTry(place)
  if (step.to === "/app" || !visitorsTry.isOffered) return null
  const { picture } = visitorsTry
  const isUnderWay = picture && picture.status !== "failed"
  return (
    <PageSection id="try" title={words.title} text={words.text} ground="cotton" layout="beside">
      <div ref={place}>{isUnderWay ? <Drawing picture={picture} /> : <TryForm {...visitorsTry} />}</div>
    </PageSection>
  )
}

function TryForm({ isSending, trouble, start }: Omit<ReturnType<typeof useTry>, "picture">): ReactElement {
  const [prompt, setPrompt] = useState("")
  const field = useRef<HTMLTextAreaElement>(null)
  const [isTooShort, setIsTooShort] = useState(false)
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    setIsTooShort(prompt.trim().length < 2)
    if (prompt.trim().length >= 2) start(prompt.trim())
    else field.current?.focus()
  }
  return (
    // Without scripts the words go to the generator, by way of an account.
    <form noValidate action="/generations/flux" onSubmit={handleSubmit} className="grid gap-3">
      <TextareaField
        ref={field}
        name="prompt"
        label={words.label}
        hint={words.hint}
        rows={3}
        maxLength={maxTryCharacters}
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
        error={isTooShort && prompt.trim().length < 2 ? "Prompt too short" : undefined}
      />
      <ul aria-label="Examples" className="flex flex-wrap gap-2">
        {words.examples.map((example) => (
          <li key={example}>
            <button
              type="button"
              onClick={() => setPrompt(example)}
              className="min-h-11 rounded-full border border-line-strong bg-raised px-4 py-2 text-left text-sm hover:border-ink-soft"
            >
              {example}
            </button>
          </li>
        ))}
      </ul>
      {trouble !== undefined && (
        <p role="alert" className="rounded-control bg-clay-wash p-4 text-clay">
          {trouble}
        </p>
      )}
      <Button type="submit" size="large" busy={isSending} className="mt-2 justify-self-start">
        {words.button}
      </Button>
    </form>
  )
}

/** The picture in its place from the first moment: cloth, then a preview, then the picture itself. */
function Drawing({ picture }: { picture: Try }): ReactElement {
  const isReady = picture.status === "ready"
  return (
    <div className="grid gap-5 sm:grid-cols-2 sm:items-center">
      <div className="relative aspect-square overflow-hidden rounded-card bg-raised ring-1 ring-line">
        <Adire seed={11} columns={4} rows={4} className="absolute inset-0 text-resist" />
        {picture.picture && (
          <img
            key={picture.picture}
            src={picture.picture}
            alt={isReady ? picture.prompt : `Preview: ${picture.prompt}`}
            className="absolute inset-0 size-full object-cover"
          />
        )}
      </div>
      <div className="grid content-start justify-items-start gap-4">
        <p className="font-medium break-words">“{picture.prompt}”</p>
        <p role="status" className="text-ink-soft">
          {isReady ? words.kept : picture.status === "waiting" ? "Waiting for a free place" : "Drawing your picture"}
        </p>
        {isReady ? (
          <LinkButton to={signUpAddress("/photo-gallery")} size="large">
            {words.keep}
          </LinkButton>
        ) : (
          <Progress label="Drawing" share={picture.progress > 0 ? picture.progress : undefined} className="w-full" />
        )}
      </div>
    </div>
  )
}
