import { queryOptions, useQuery } from "@tanstack/react-query"
import { createContext, useContext } from "react"
import { detailsOf, type ProfileDetails } from "#contract/identity/profile-fields.ts"
import { ApiError, noAnswer } from "#web/lib/calls/api-error.ts"
import { loadBackend } from "#web/lib/calls/load-backend.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { closeStored, openStored } from "#web/lib/stored/browser-store.ts"
import { takeEarly } from "./early-session.ts"
import { hasStoredSession } from "./stored-session.ts"

/** The signed-in person: account and profile as one. */
export interface CurrentUser extends ProfileDetails {
  id: string
  name: string
  email: string
  imageUrl: string
  stage: string
  cohort: string
  program: string
  programId: string
  /** Document that holds what the person said of themselves; empty while there is none. */
  profileId: string
  isEmailVerified: boolean
  /** False for who came without one, by a link. */
  hasPassword: boolean
  /** Signing in takes a code as well. */
  hasSecondFactor: boolean
  /** Gave password or link, and not the code yet; nothing else is known of such a person. */
  needsCode: boolean
  /** The account's preferences, which come back at every sign-in (docs/product-rules.md#sign-out). */
  prefs: Readonly<Record<string, unknown>>
}

/** Session user of docs/product-rules.md#records; empty texts while nobody is signed in. */
export interface SessionUser extends CurrentUser {
  isLoading: boolean
  isAuthenticated: boolean
  /** It could not be found out who is here: no network, or trouble on the server. Never a reason to sign out. */
  isUnreachable: boolean
  /** The page is theirs and hidden until they have signed in again; nothing is asked for meanwhile. */
  hasEnded: boolean
}

/** Whose page stands although their session has ended; null where there is none such. */
export const PersonAway = createContext<CurrentUser | null>(null)

const nobody: CurrentUser = {
  id: "",
  name: "",
  email: "",
  imageUrl: "",
  stage: "",
  cohort: "",
  program: "",
  programId: "",
  ...detailsOf({}),
  profileId: "",
  isEmailVerified: false,
  hasPassword: true,
  hasSecondFactor: false,
  needsCode: false,
  prefs: {},
}

/** Account, then the profile whose accountId matches; null when nobody is signed in. Realtime tells of changes. */
export const currentUserQuery = queryOptions({
  queryKey: queryKeys.currentUser,
  queryFn: loadCurrentUser,
  meta: { isKept: true },
  staleTime: 5 * 60_000,
  refetchInterval: ({ state }) => (state.status === "error" ? pollEveryMs : false),
})

/** Time between two looks for a server that does not answer, in ms. */
const pollEveryMs = 5_000

async function loadCurrentUser(): Promise<CurrentUser | null> {
  if (!hasStoredSession()) return null
  try {
    const early = await takeEarly()
    if (early === "late") throw noAnswer() // the person has waited long enough to be told so
    const account = early?.account ?? (await (await loadBackend()).getAccount())
    const profile = early ? early.profile : await (await loadBackend()).findProfile(account.$id)
    await openStored(account.$id)
    return {
      id: account.$id,
      name: account.name,
      email: account.email,
      imageUrl: inSizeOfAvatars(profile?.imageUrl ?? ""),
      stage: profile?.stage ?? "",
      cohort: profile?.cohort ?? "",
      program: profile?.program ?? "",
      programId: profile?.programId ?? "",
      ...detailsOf(profile ?? {}),
      profileId: profile?.$id ?? "",
      isEmailVerified: account.emailVerification,
      hasPassword: account.passwordUpdate !== "",
      hasSecondFactor: account.mfa,
      needsCode: false,
      prefs: account.prefs,
    }
  } catch (error) {
    if (error instanceof ApiError && error.type === "user_more_factors_required") return { ...nobody, needsCode: true }
    if (!(error instanceof ApiError) || error.code !== 401) throw error
    await closeStored()
    return null
  }
}

/**
 * The current user, with the flags of the session. Only the server's 401 counts as nobody. What stands inside a page
 * whose person has to sign in again goes on as theirs, so that nothing typed there is lost.
 */
export function useSession(): SessionUser {
  const { data, isPending, failureCount, fetchStatus, isError } = useQuery(currentUserQuery)
  const away = useContext(PersonAway)
  const isUnreachable = data === undefined && (isError || failureCount > 0 || fetchStatus === "paused")
  if (away) return { ...away, isLoading: false, isAuthenticated: true, isUnreachable: false, hasEnded: true }
  const isAuthenticated = Boolean(data && !data.needsCode)
  return { ...(data ?? nobody), isLoading: isPending, isAuthenticated, isUnreachable, hasEnded: false }
}

/** The word of the greeting: the second word of the name, a placeholder if absent (docs/product-rules.md#greeting). */
export function greetingName(name: string): string {
  return name.trim().split(/\s+/)[1] ?? "there"
}

/** Widest side of an avatar on the densest screens, in pixels: 56 on the page. */
const avatarSide = "168"

/** A picture of initials as large as it is shown; as it is kept it weighs several times as much. */
function inSizeOfAvatars(imageUrl: string): string {
  if (!/\/avatars\/initials\?/.test(imageUrl)) return imageUrl
  return `${imageUrl}&${new URLSearchParams({ width: avatarSide, height: avatarSide })}`
}
