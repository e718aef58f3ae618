import { useEffect, useState } from "react"
import { useSearchParams } from "react-router"
import { apiBase, projectId } from "#contract/project.ts"

/** Where a sign-in at a provider comes back to; notes who is here and goes on to `to`. */
export const providerReturnPath = "/auth/oauth2/success"

/**
 * Address that leads to a provider and back. A plain link, because the browser itself has to go there.
 * @param pages paths of ours at the end
 */
export function providerHref(name: string, pages: { success: string; failure: string }): string {
  const search = new URLSearchParams({
    project: projectId,
    success: location.origin + pages.success,
    failure: location.origin + pages.failure,
  })
  return `${apiBase}/account/sessions/oauth2/${name}?${search}`
}

/**
 * Words for what went wrong, by the type in the address. The text in the address is not shown: anybody can write
 * a link with any text.
 */
const words: Readonly<Record<string, string>> = {
  user_already_exists:
    "An account with this e-mail address exists already. Sign in to it first, then connect the other account under My account.",
  user_oauth2_provider_error: "Nobody was signed in there: it was cancelled, or there was no answer. Please try again.",
  user_oauth2_bad_request: "We were not told who you are, or not your e-mail address. Please try again.",
  user_oauth2_unauthorized: "That way of signing in is not set up correctly here. Please use another one.",
  user_blocked: "This account is blocked.",
}

const otherWords = "Signing in there did not work. Please try again."

/** Reads what a failed sign-in brought back, once, and takes it out of the address bar. @returns "" when nothing failed */
export function useProviderFailure(ownWords: Readonly<Record<string, string>> = {}): string {
  const [search] = useSearchParams()
  // Read after the first drawing: a page that was drawn ahead has no words there, and is taken over as it stands.
  const [failure, setFailure] = useState<string | null>(null)
  useEffect(() => {
    const given = search.get("error")
    if (given !== null) setFailure(given)
    const url = new URL(location.href)
    if (!url.searchParams.has("error")) return
    url.searchParams.delete("error")
    history.replaceState(history.state, "", url.pathname + url.search)
  }, [search])
  if (failure === null) return ""
  const type = readType(failure)
  return ownWords[type] ?? words[type] ?? otherWords
}

function readType(text: string): string {
  try {
    const { type } = JSON.parse(text) as { type?: unknown }
    return typeof type === "string" ? type : ""
  } catch {
    return ""
  }
}
