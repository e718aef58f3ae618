import type { ReactElement, ReactNode } from "react"
import { Navigate, useLocation } from "react-router"
import type { SignInState } from "#web/lib/destination.ts"
import { useSession } from "#web/lib/session.ts"
import { hasStoredSession } from "#web/lib/stored-session.ts"
import { LoadingScreen } from "./loading-screen.tsx"

interface GuardProps {
  /** Whether the person comes back here after signing in; only for paths the product has (decision 92). */
  remembersPath: boolean
  children: ReactNode
}

/**
 * Lets signed-in people through. Without a stored session fallback, or when the check fails, to /sign-in
 * (specification §2 and §8, decision 91); `ref` goes along.
 */
export function Guard({ remembersPath, children }: GuardProps): ReactElement {
  const { pathname, search } = useLocation()
  const { isLoading, isAuthenticated } = useSession()
  if (hasStoredSession()) {
    if (isLoading) return <LoadingScreen />
    if (isAuthenticated) return <>{children}</>
  }
  const ref = new URLSearchParams(search).get("ref")
  const state: SignInState | null = remembersPath ? { from: `${pathname}${search}` } : null
  return <Navigate replace to={ref ? `/sign-in?${new URLSearchParams({ ref })}` : "/sign-in"} state={state} />
}
