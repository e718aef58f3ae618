import { hasStoredSession } from "#web/lib/stored-session.ts"

/** The one main step of the page: the studio for people who signed in here, an account for everyone else. */
export function mainStep(): { to: string; label: string } {
  return hasStoredSession()
    ? { to: "/app", label: "Open the studio" }
    : { to: "/sign-up", label: "Create your account" }
}
