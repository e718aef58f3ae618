import type { ReactElement } from "react"
import { useSearchParams } from "react-router"
import { publicPages, statusPage } from "#web/content/public-pages.ts"
import { WhatsAppLink } from "#web/content/whats-app-link.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { PageIntro } from "#web/ui/layout/page-intro.tsx"
import { MessageForm } from "./message-form.tsx"
import { useMessage } from "./use-message.ts"

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
  const message = useMessage({ subject: search.get("subject") ?? "", email: "", source: sourceIn(search) })
  return (
    <>
      <PageIntro
        title="Write to us"
        text="A question, an order, a complaint or an idea. A person reads it and answers by e-mail."
      />
      <div className="mx-auto grid max-w-page gap-14 px-5 py-10 sm:px-8 lg:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)] lg:gap-16 lg:pb-24">
        <MessageForm {...message} />
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
      <div className="empty:hidden">
        <WhatsAppLink />
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
