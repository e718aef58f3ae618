import { useQueryClient } from "@tanstack/react-query"
import { updatePreferences } from "./backend.ts"
import { type CurrentUser, currentUserQuery } from "./session.ts"

/** What the product keeps in the account's preferences (decision 90). Values by others stay as they are. */
export interface Preferences {
  theme?: "light" | "dark" | "system"
  sidebar?: "narrow" | "wide"
}

/** Reads ours out of the account's preferences; anything else in there is passed over. */
export function readPreferences(prefs: Readonly<Record<string, unknown>>): Preferences {
  const { theme, sidebar } = prefs
  return {
    ...((theme === "light" || theme === "dark" || theme === "system") && { theme }),
    ...((sidebar === "narrow" || sidebar === "wide") && { sidebar }),
  }
}

/** Keeps a preference in the account, at once on screen. A failure is let pass: it is only a comfort. */
export function useSavePreference(): (change: Preferences) => void {
  const queries = useQueryClient()
  return (change) => {
    const user = queries.getQueryData(currentUserQuery.queryKey)
    if (!user) return
    const changed: CurrentUser = { ...user, prefs: { ...user.prefs, ...change } }
    queries.setQueryData(currentUserQuery.queryKey, changed)
    updatePreferences(changed.prefs).catch(() => undefined)
  }
}
