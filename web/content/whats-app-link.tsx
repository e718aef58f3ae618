import { MessageCircle } from "lucide-react"
import type { ReactElement } from "react"
import { useWhatsApp } from "#web/lib/page/use-whats-app.ts"
import { buttonLook } from "#web/ui/button/button-style.ts"

/** A chat on WhatsApp with the people who run this installation; nothing where they set no number. */
export function WhatsAppLink(): ReactElement | null {
  const address = useWhatsApp()
  if (address === null) return null
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={buttonLook({ variant: "secondary" })}>
      <MessageCircle aria-hidden="true" className="size-5" />
      Write on WhatsApp
    </a>
  )
}
