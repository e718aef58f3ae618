import { type ReactElement, useId } from "react"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { contactAddress } from "./public-pages.ts"

interface AskBandProps {
  title: string
  text: string
  link: string
  /** Fills in the subject of the contact form. */
  subject: string
  /** The page it stands on, where operators sort by it. */
  source?: "enterprise"
}

/** The end of a page that sells something a person has to talk about first. */
export function AskBand({ title, text, link, subject, source }: AskBandProps): ReactElement {
  const id = useId()
  return (
    <section aria-labelledby={id} className="bg-cloth text-on-cloth">
      <div className="mx-auto flex max-w-page flex-wrap items-center justify-between gap-8 px-5 py-16 sm:px-8">
        <div className="grid max-w-2xl gap-3">
          <h2 id={id} className="text-3xl">
            {title}
          </h2>
          <p className="text-lg">{text}</p>
        </div>
        <LinkButton to={contactAddress(subject, source)} size="large" variant="accent">
          {link}
        </LinkButton>
      </div>
    </section>
  )
}
