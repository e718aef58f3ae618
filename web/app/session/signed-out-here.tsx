import { type ReactElement, useEffect, useState } from "react"
import { sendSignOut } from "#web/lib/calls/waiting-sign-out.ts"
import { isAnythingAside } from "#web/lib/stored/browser-store.ts"

/** Time between two tries to tell the server, in ms. */
const tryAgainMs = 5_000

/** What stands in place of every page after signing out without a connection, until the server knows. */
export function SignedOutHere(): ReactElement {
  const [hasUnsent, setHasUnsent] = useState(false)
  useEffect(() => void isAnythingAside().then(setHasUnsent), [])
  useEffect(() => {
    const send = (): void => void sendSignOut().catch(() => undefined)
    const timer = setInterval(send, tryAgainMs)
    addEventListener("online", send)
    return () => {
      clearInterval(timer)
      removeEventListener("online", send)
    }
  }, [])
  return (
    <main className="grid min-h-dvh place-items-center p-6">
      <div role="status" className="grid max-w-md gap-3 text-center">
        <h1 className="text-2xl">You are signed out</h1>
        <p className="text-ink-soft">
          Nothing of yours can be read on this device any more. There is no connection, so our server hears of it as
          soon as there is one. Then you can sign in again.
        </p>
        {hasUnsent && (
          <p className="text-ink-soft">The lessons you did offline are saved when you sign in here again.</p>
        )}
      </div>
    </main>
  )
}
