import type { ReactElement, ReactNode } from "react"

interface PageIntroProps {
  /** The page's only first-level heading. */
  title: ReactNode
  /** One or two sentences under it. */
  text?: ReactNode
  /** A line above the heading, such as where this page belongs. */
  above?: ReactNode
  /** Buttons under the text. */
  actions?: ReactNode
  /** Beside the words on wide screens, such as a picture. */
  children?: ReactNode
}

/** The top of a public page. */
export function PageIntro({ title, text, above, actions, children }: PageIntroProps): ReactElement {
  const words = (
    <div className="grid justify-items-start gap-5">
      {above && <div className="text-ink-soft print:hidden">{above}</div>}
      <h1 className="max-w-4xl text-4xl font-bold">{title}</h1>
      {text && <p className="max-w-measure text-lg text-ink-soft">{text}</p>}
      {actions && <div className="flex flex-wrap gap-3 pt-2 print:hidden">{actions}</div>}
    </div>
  )
  return (
    <div className="mx-auto max-w-page px-5 pt-12 pb-4 sm:px-8 lg:pt-20">
      {children ? (
        <div className="grid items-center gap-10 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:gap-16">
          {words}
          {children}
        </div>
      ) : (
        words
      )}
    </div>
  )
}
