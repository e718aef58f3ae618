import { type QueryClient, useQueryClient } from "@tanstack/react-query"
import { loadBackend } from "#web/lib/calls/load-backend.ts"
import { putAnswer } from "#web/lib/calls/put-answer.ts"
import { isOwnPath } from "./destination.ts"
import { type CurrentUser, currentUserQuery } from "./session.ts"

/** What the product keeps in the account's preferences. Values by others stay as they are. */
export interface Preferences {
  theme?: "light" | "dark" | "system"
  sidebar?: "narrow" | "wide"
  /** "device" follows what the device asks for, as does whoever never chose. */
  dataSaver?: "on" | "off" | "device"
  /** How galleries go on: by themselves, or in numbered pages. Whoever never chose gets some, then a button. */
  gallery?: "some" | "endless" | "pages"
  /** A picture was downloaded once. */
  hasDownloaded?: boolean
  /** A preset was pinned once: the home looks for those that are. */
  hasPinned?: boolean
  /** Path with what the person wanted to do, for another browser; "" when it is done. */
  next?: string
  /** An operator's own views of lists. */
  operatorViews?: readonly SavedView[]
}

/** A name for the filters of a list. */
export interface SavedView {
  /** Path of the list. */
  list: string
  name: string
  /** The filters, as the address has them. */
  query: string
}

/** Most views an operator keeps: preferences have little room. */
export const maxSavedViews = 40

function isSavedView(value: unknown): value is SavedView {
  if (typeof value !== "object" || value === null || !("list" in value && "name" in value && "query" in value)) {
    return false
  }
  return typeof value.list === "string" && typeof value.name === "string" && typeof value.query === "string"
}

/** Reads ours out of the account's preferences; anything else in there is passed over. */
export function readPreferences(prefs: Readonly<Record<string, unknown>>): Preferences {
  const { theme, sidebar, dataSaver, gallery, next, hasDownloaded, hasPinned, operatorViews } = prefs
  return {
    ...((theme === "light" || theme === "dark" || theme === "system") && { theme }),
    ...((sidebar === "narrow" || sidebar === "wide") && { sidebar }),
    ...((dataSaver === "on" || dataSaver === "off") && { dataSaver }),
    ...((gallery === "endless" || gallery === "pages") && { gallery }),
    ...(hasDownloaded === true && { hasDownloaded }),
    ...(hasPinned === true && { hasPinned }),
    ...(isOwnPath(next) && { next }),
    ...(Array.isArray(operatorViews) && { operatorViews: operatorViews.filter(isSavedView) }),
  }
}

/** Keeps a preference in the account, at once on screen. A failure is let pass: it is only a comfort. */
export function useSavePreference(): (change: Preferences) => void {
  const queries = useQueryClient()
  return (change) => void keepForAccount(queries, change)
}

/** The same outside a component; done when the server has it. */
export async function keepForAccount(queries: QueryClient, change: Preferences): Promise<void> {
  const user = queries.getQueryData(currentUserQuery.queryKey)
  if (!user) return
  const changed: CurrentUser = { ...user, prefs: { ...user.prefs, ...change } }
  putAnswer(queries, currentUserQuery.queryKey, changed)
  try {
    const { updatePreferences } = await loadBackend()
    await updatePreferences(changed.prefs)
  } catch {
    // Only a comfort.
  }
}
