import { type ReactElement, type ReactNode, useEffect, useLayoutEffect, useSyncExternalStore } from "react"
import { Navigate, useLocation } from "react-router"
import { OutOfReach } from "#web/app/connection/unreachable.tsx"
import { LoadingScreen } from "#web/app/layouts/loading-screen.tsx"
import { isSignOutWaiting } from "#web/lib/calls/sign-out-flag.ts"
import { watchSignOut } from "#web/lib/calls/waiting-sign-out.ts"
import { takePrerendered } from "#web/lib/page/prerendered-prompt.ts"
import type { SignInState } from "#web/lib/session/destination.ts"
import { isPageLeft, watchLeaving } from "#web/lib/session/left-page.ts"
import { useSession } from "#web/lib/session/session.ts"
import { hasStoredSession } from "#web/lib/session/stored-session.ts"
import { PersonsPage } from "./persons-page.tsx"
import { SignedOutHere } from "./signed-out-here.tsx"

interface GuardProps {
  /** Whether the person comes back here after signing in; only for paths the product has (docs/product-rules.md#unknown-paths). */
  remembersPath: boolean
  children: ReactNode
}

/**
 * Lets signed-in people through. Who still has to give a code goes to /sign-in/code, and comes back. Without a stored
 * session fallback, or when the server says that nobody is signed in, to /sign-in; `ref` goes along. A server that cannot
 * be reached sends nobody away, and who signed out meanwhile finds nothing. Whose session ends while their page stands
 * signs in again over it. A page at which somebody signed out is not
 * come back to: the next person may be another one.
 */
export function Guard({ remembersPath, children }: GuardProps): ReactElement {
  const { pathname, search } = useLocation()
  const { isLoading, isUnreachable, needsCode } = useSession()
  const isKnown = !hasStoredSession() || isUnreachable || !isLoading
  useLayoutEffect(() => {
    // After what stands inside, which takes over the words.
    if (isKnown) takePrerendered()
  }, [isKnown])
  useEffect(watchLeaving, [])
  const isLeaving = useSyncExternalStore(watchSignOut, isSignOutWaiting, () => false)
  if (isLeaving) return <SignedOutHere />
  const ref = new URLSearchParams(search).get("ref")
  const state: SignInState | null = remembersPath && !isPageLeft() ? { from: `${pathname}${search}` } : null
  const signInPath = ref ? `/sign-in?${new URLSearchParams({ ref })}` : "/sign-in"
  if (!hasStoredSession()) return <Navigate replace to={signInPath} state={state} />
  if (isUnreachable) return <OutOfReach />
  if (isLoading) return <LoadingScreen />
  const giveCode = <Navigate replace to="/sign-in/code" state={{ from: `${pathname}${search}` }} />
  const signInAgain = <Navigate replace to={signInPath} state={{ ...state, hasEnded: true }} />
  return <PersonsPage otherwise={needsCode ? giveCode : signInAgain}>{children}</PersonsPage>
}
