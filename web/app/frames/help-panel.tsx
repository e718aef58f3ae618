import type { ReactElement } from "react"
import { helpAnswers, helpLinks } from "#web/content/help.ts"
import { WhatsAppLink } from "#web/content/whats-app-link.tsx"
import { MessageForm } from "#web/features/public/contact/message-form.tsx"
import { useMessage } from "#web/features/public/contact/use-message.ts"
import { useSession } from "#web/lib/session/session.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Questions } from "#web/ui/layout/questions.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"

interface HelpPanelProps {
  open: boolean
  onClose: () => void
}

/** Help over the page a person is on: short answers, ways on, and the contact form, which keeps what was typed. */
export function HelpPanel({ open, onClose }: HelpPanelProps): ReactElement {
  const { name, email } = useSession()
  const message = useMessage({ subject: "", email, source: "contact" })
  const close = (): void => {
    onClose()
    if (!message.send.data) return
    message.send.reset()
    message.form.reset()
  }
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) close()
      }}
      title="Help"
    >
      <div className="grid gap-8">
        <Questions items={helpAnswers} />
        <ul aria-label="More">
          {helpLinks.map(({ to, label }) => (
            <li key={to} className="border-b border-line">
              <TextLink to={to} onClick={close} className="flex min-h-12 items-center py-2.5">
                {label}
              </TextLink>
            </li>
          ))}
        </ul>
        <section aria-labelledby="write-to-us" className="grid gap-4">
          <div className="grid gap-1">
            <h3 id="write-to-us" className="text-xl">
              Write to us
            </h3>
            <p className="text-ink-soft">You write as {name}. A person reads it and answers by e-mail.</p>
          </div>
          <div className="empty:hidden">
            <WhatsAppLink />
          </div>
          <MessageForm {...message} />
        </section>
      </div>
    </Dialog>
  )
}
