import { apiBase, projectId } from "#contract/project.ts"
import { isSignOutWaiting, signOutKey } from "./sign-out-flag.ts"

const listeners = new Set<() => void>()

let sending: Promise<void> | null = null

/** Notes a sign-out that could not be sent. */
export function keepSignOut(): void {
  localStorage.setItem(signOutKey, "1")
  tell()
}

/** Calls back when a sign-out begins or ceases to wait, in other tabs too. @returns what ends it */
export function watchSignOut(look: () => void): () => void {
  listeners.add(look)
  addEventListener("storage", look)
  return () => {
    listeners.delete(look)
    removeEventListener("storage", look)
  }
}

/**
 * Sends the sign-out that waits, if one does. To be awaited before anybody signs in: else the cookie that is still
 * there would let them in as the person before.
 * @throws TypeError while the server cannot be reached, Error while it is in trouble
 */
export function sendSignOut(): Promise<void> {
  if (!isSignOutWaiting()) return Promise.resolve()
  sending ??= send().finally(() => {
    sending = null
  })
  return sending
}

async function send(): Promise<void> {
  const answer = await fetch(new URL(`${apiBase}/account/sessions/current`, location.origin), {
    method: "DELETE",
    headers: { "x-appwrite-project": projectId },
  })
  // A refusal says that the session has ended already.
  if (answer.status >= 500) throw new Error(`sign-out: ${answer.status}`)
  localStorage.removeItem(signOutKey)
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}
