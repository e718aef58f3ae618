/** Where a person wanted to go before being sent to sign in; travels in the history entry of /sign-in. */
export interface SignInState {
  from: string
}

/**
 * Where to go after signing in: the page the person was sent away from, else the dashboard, keeping `ref` (specification
 * §4). Only paths of this site are taken.
 */
export function destinationAfterSignIn(state: unknown, ref: string | null): string {
  const from = typeof state === "object" && state !== null && "from" in state ? state.from : undefined
  if (typeof from === "string" && from.startsWith("/") && !from.startsWith("//")) return from
  return ref ? `/app?${new URLSearchParams({ ref })}` : "/app"
}
