/** Where a person wanted to go before being sent to sign in; travels in the history entry of /sign-in. */
export interface SignInState {
  from?: string
  /** Whether their session has ended; who never had one here is told nothing. */
  hasEnded?: boolean
}

/** Why somebody has to sign in again: the server knows an ended session no more, whatever ended it. */
export const sessionEndedWords =
  "Your session has ended: its time was over, it was ended on another device, or the password was changed."

/** Whether a sign-in follows a session that ended. */
export function hasSessionEnded(state: unknown): boolean {
  return typeof state === "object" && state !== null && "hasEnded" in state && state.hasEnded === true
}

/** Parameter of /sign-up and /sign-in that names where to go afterwards, for links that work without scripts. */
const toParameter = "to"

/** Whether this is a path of this site and nothing else. */
export function isOwnPath(path: unknown): path is string {
  return typeof path === "string" && /^\/(?![/\\])/.test(path)
}

/** The way to an account for a visitor who wants to go to `path`. */
export function signUpAddress(path: string): string {
  return `/sign-up?${new URLSearchParams({ [toParameter]: path })}`
}

/**
 * Where to go after signing in or up: the page the person was sent away from, the one a link asked for, else the
 * dashboard, keeping `ref`. Only paths of this site are taken.
 */
export function destinationAfterSignIn(state: unknown, search: URLSearchParams): string {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined
  if (isOwnPath(from)) return from
  const to = search.get(toParameter)
  if (isOwnPath(to)) return to
  const ref = search.get("ref")
  return ref ? `/app?${new URLSearchParams({ ref })}` : "/app"
}
