import type { ReactElement, ReactNode } from "react"
import { classNames } from "#web/ui/theme/class-names.ts"

interface PageIntroProps {
  /** The page's only first-level heading. */
  title: ReactNode
  /** One or two sentences under it. */
  text?: ReactNode
  /** A line above the heading, such as where this page belongs. */
  above?: ReactNode
  /** Buttons under the text. */
  actions?: ReactNode
  /** Takes little height on phones, where what the page is for begins below. */
  isShort?: boolean
  /** Beside the words on wide screens, such as a picture. */
  children?: ReactNode
}

/** The top of a public page. */
export function PageIntro({ title, text, above, actions, isShort, children }: PageIntroProps): ReactElement {
  const words = (
    <div className={classNames("grid justify-items-start", isShort ? "gap-1 sm:gap-5" : "gap-5")}>
      {above && <div className="text-ink-soft print:hidden">{above}</div>}
      <h1 className={classNames("max-w-4xl font-bold", isShort ? "text-2xl sm:text-4xl" : "text-4xl")}>{title}</h1>
      {text && <p className={classNames("max-w-measure text-ink-soft", isShort ? "sm:text-lg" : "text-lg")}>{text}</p>}
      {actions && <div className="flex flex-wrap gap-3 pt-2 print:hidden">{actions}</div>}
    </div>
  )
  return (
    <div
      className={classNames(
        "mx-auto max-w-page px-5 sm:px-8 lg:pt-20",
        isShort ? "pt-5 sm:pt-12 sm:pb-4" : "pt-12 pb-4",
      )}
    >
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
