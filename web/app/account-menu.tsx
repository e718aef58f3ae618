import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Activity, CircleHelp, CreditCard, LayoutDashboard, LogOut, UserRound } from "lucide-react"
import type { ReactElement } from "react"
import { useNavigate } from "react-router"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { useSession } from "#web/lib/session.ts"
import { signOut } from "#web/lib/sign-out.ts"
import { Avatar } from "#web/ui/avatar.tsx"
import { Button } from "#web/ui/button.tsx"
import { Menu } from "#web/ui/menu.tsx"
import { notify } from "#web/ui/toast.tsx"
import { setTheme } from "#web/ui/use-theme.ts"

/** Who is signed in, and the way out. */
export function AccountMenu(): ReactElement {
  const { name, email, imageUrl } = useSession()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const leave = useMutation({
    mutationFn: () => signOut(queries),
    onSuccess: (outcome) => {
      setTheme("system")
      // Without a connection the guard says so where the person is: another screen could not be fetched.
      return outcome === "sent" ? navigate("/sign-in") : undefined
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  return (
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
          { label: "Help", Icon: CircleHelp, to: "/contact" },
          { label: "Status", Icon: Activity, to: "/status" },
        ],
        [{ label: "Sign out", Icon: LogOut, onPick: () => leave.mutate() }],
      ]}
    />
  )
}
