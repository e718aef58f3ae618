import type { ReactElement } from "react"
import { hasStoredSession } from "#web/lib/session/stored-session.ts"
import { LoadingScreen } from "./layouts/loading-screen.tsx"

/** While the product's code is loading: the loading screen for people who signed in here, nothing for visitors. */
export function ProductWait(): ReactElement | null {
  return hasStoredSession() ? <LoadingScreen /> : null
}
