import type { ReactElement, ReactNode } from "react"
import { Navigate, useLocation } from "react-router"
import type { SignInState } from "#web/lib/destination.ts"
import { useSession } from "#web/lib/session.ts"
import { hasStoredSession } from "#web/lib/stored-session.ts"
import { LoadingScreen } from "./loading-screen.tsx"
import { OutOfReach } from "./out-of-reach.tsx"

interface GuardProps {
  /** Whether the person comes back here after signing in; only for paths the product has (docs/product-rules.md#unknown-paths). */
  remembersPath: boolean
  children: ReactNode
}

/**
 * Lets signed-in people through. Without a stored session fallback, or when the server says that nobody is signed in,
 * to /sign-in; `ref` goes along. A server that cannot be reached sends nobody away.
 */
export function Guard({ remembersPath, children }: GuardProps): ReactElement {
  const { pathname, search } = useLocation()
  const { isLoading, isAuthenticated, isUnreachable } = useSession()
  if (hasStoredSession()) {
    if (isUnreachable) return <OutOfReach />
    if (isLoading) return <LoadingScreen />
    if (isAuthenticated) return <>{children}</>
  }
  const ref = new URLSearchParams(search).get("ref")
  const state: SignInState | null = remembersPath ? { from: `${pathname}${search}` } : null
  return <Navigate replace to={ref ? `/sign-in?${new URLSearchParams({ ref })}` : "/sign-in"} state={state} />
}
