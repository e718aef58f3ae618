import { useQueryClient } from "@tanstack/react-query"
import { Activity, CircleHelp, CreditCard, LayoutDashboard, LogOut, UserRound } from "lucide-react"
import { type ReactElement, useState } from "react"
import { useLeave } from "#web/app/session/use-leave.ts"
import { useSession } from "#web/lib/session/session.ts"
import { outboxNamesQuery } from "#web/lib/studio/outbox-names.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Avatar } from "#web/ui/media/avatar.tsx"
import { Menu } from "#web/ui/overlay/menu.tsx"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"

const loadQuestion = async () => (await import("./unsent-question.tsx")).UnsentQuestion

/** Who is signed in, and the way out. @param onHelp opens the help panel */
export function AccountMenu({ onHelp }: { onHelp: () => void }): ReactElement {
  const { id, name, email, imageUrl } = useSession()
  const { leave } = useLeave()
  const queries = useQueryClient()
  const { part: Question, want } = useLazyPart(loadQuestion)
  const [unsent, setUnsent] = useState(0)
  const askOrLeave = (): void => {
    const count = queries.getQueryData(outboxNamesQuery(id).queryKey)?.length ?? 0
    if (count === 0) leave()
    else want()
    setUnsent(count)
  }
  return (
    <>
      <Menu
        trigger={
          <Button variant="quiet" size="icon" aria-label={`Account of ${name}`} className="rounded-full">
            <Avatar name={name} imageUrl={imageUrl} className="size-9" />
          </Button>
        }
        heading={
          <>
            <p className="font-medium">{name}</p>
            <p className="max-w-60 truncate text-sm text-ink-soft">{email}</p>
          </>
        }
        groups={[
          [
            { label: "Dashboard", Icon: LayoutDashboard, to: "/app" },
            { label: "My account", Icon: UserRound, to: "/account" },
            { label: "Billing", Icon: CreditCard, to: "/credits-billing" },
            { label: "Help", Icon: CircleHelp, onPick: onHelp },
            { label: "Status", Icon: Activity, to: "/status" },
          ],
          [{ label: "Sign out", Icon: LogOut, onPick: askOrLeave }],
        ]}
      />
      {Question && <Question open={unsent > 0} count={unsent} onStay={() => setUnsent(0)} onLeave={leave} />}
    </>
  )
}
