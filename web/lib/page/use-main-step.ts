import { useSyncExternalStore } from "react"
import { hasStoredSession } from "#web/lib/session/stored-session.ts"

interface Step {
  to: "/app" | "/sign-up"
  label: string
}

const visitor: Step = { to: "/sign-up", label: "Create your account" }
const known: Step = { to: "/app", label: "Open the studio" }

function subscribe(look: () => void): () => void {
  addEventListener("storage", look)
  return () => removeEventListener("storage", look)
}

/** The one main step of a public page: the studio for people who signed in here, an account for everyone else. */
export function useMainStep(): Step {
  return useSyncExternalStore(subscribe, hasStoredSession, () => false) ? known : visitor
}
