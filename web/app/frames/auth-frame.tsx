import { type ReactElement, useState } from "react"
import { Navigate, Outlet, useLocation, useSearchParams } from "react-router"
import { product } from "#contract/brand.ts"
import { OfflineBar } from "#web/app/connection/offline-bar.tsx"
import { AuthShell } from "#web/app/layouts/auth-shell.tsx"
import { destinationAfterSignIn, type SignInState } from "#web/lib/session/destination.ts"
import { useSession } from "#web/lib/session/session.ts"
import { hasStoredSession } from "#web/lib/session/stored-session.ts"
import { usePage } from "./use-page.ts"

/** Forms that signed-in people have no use for. */
const forVisitors = ["/sign-in", "/sign-up"]

/** The frame of the account forms. */
export function AuthFrame(): ReactElement {
  const { title, intro, footer } = usePage()
  const onwards = useWayOn()
  if (onwards) return <Navigate replace {...onwards} />
  return (
    <AuthShell
      productName={product.name}
      promise={product.promise}
      notice={<OfflineBar />}
      {...{ title, intro, footer }}
    >
      <Outlet />
    </AuthShell>
  )
}

/**
 * Where a person goes who came here signed in, or with only the code to give. Who signs in here goes on by the form; the
 * guard sends only others.
 */
function useWayOn(): { to: string; state?: SignInState } | undefined {
  const { pathname, state } = useLocation()
  const [search] = useSearchParams()
  const [wasSignedIn] = useState(() => !import.meta.env.SSR && hasStoredSession())
  const { isAuthenticated, needsCode } = useSession()
  if (!wasSignedIn || !forVisitors.includes(pathname)) return undefined
  const from = destinationAfterSignIn(state, search)
  if (needsCode) return { to: "/sign-in/code", state: { from } }
  return isAuthenticated ? { to: from } : undefined
}
