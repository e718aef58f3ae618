import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { LogOut } from "lucide-react"
import type { ReactElement } from "react"
import { Outlet, useLocation } from "react-router"
import { product } from "#contract/brand.ts"
import { LoadingScreen } from "#web/app/layouts/loading-screen.tsx"
import { learnItem, studioItems } from "#web/app/layouts/studio-items.ts"
import { StudioShell } from "#web/app/layouts/studio-shell.tsx"
import { signOut } from "#web/lib/session/sign-out.ts"
import { storedOwnerQuery } from "#web/lib/session/stored-owner.ts"
import { Button } from "#web/ui/button/button.tsx"
import { ConnectionBar } from "./connection-bar.tsx"

/** Pages that show copies kept on this device. */
const storedPages = /^\/learn(?:\/|$)/

/**
 * The studio's frame while it cannot be found out who is here: nobody is signed out for a bad connection. The learner
 * portal goes on with what its reader kept on this device.
 */
export function OutOfReach(): ReactElement {
  const { pathname } = useLocation()
  const isStoredPage = storedPages.test(pathname)
  const { data: owner, isPending } = useQuery({ ...storedOwnerQuery, enabled: isStoredPage })
  if (isStoredPage && isPending) return <LoadingScreen />
  const isReading = isStoredPage && Boolean(owner)
  return (
    <StudioShell
      productName={product.name}
      homePath="/app"
      tools={<SignOut />}
      items={isReading ? [...studioItems, learnItem] : studioItems}
      // Copies say for themselves that there is no connection.
      notice={isReading ? undefined : <ConnectionBar />}
      isNarrow={false}
      onFold={undefined}
    >
      {isReading ? <Outlet /> : <Waiting />}
    </StudioShell>
  )
}

/** Who hands the device on wants to leave nothing on it, with a connection or without. */
function SignOut(): ReactElement {
  const queries = useQueryClient()
  const leave = useMutation({ mutationFn: () => signOut(queries) })
  return (
    <Button variant="quiet" busy={leave.isPending} onClick={() => leave.mutate()}>
      <LogOut aria-hidden="true" />
      Sign out
    </Button>
  )
}

function Waiting(): ReactElement {
  return (
    <div className="mx-auto grid max-w-md gap-3 py-16 text-center">
      <h1 className="text-2xl">Waiting for the connection</h1>
      <p className="text-ink-soft">
        You are still signed in. Your pictures and credits are safe, and this page opens by itself when {product.name}{" "}
        answers again.
      </p>
    </div>
  )
}
