import { useQueryClient } from "@tanstack/react-query"
import { KeyRound } from "lucide-react"
import { type ReactElement, useEffect, useRef, useState } from "react"
import { passkeyLimits } from "#contract/identity/passkey-limits.ts"
import { usePasskey } from "#web/content/passkeys/use-passkey.ts"
import { usePasskeysHere } from "#web/lib/session/passkeys-here.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { signInByPasskey } from "./start-session.ts"
import { useGoOn } from "./use-go-on.ts"

/** A new question is put before the one that waits at the field is too old, in ms. */
const renewEveryMs = (passkeyLimits.challengeMinutes - 1) * 60_000

/**
 * Signs in with a passkey: by this button, or at the form's field where the browser fills it in. Nothing where the
 * browser or the address has none.
 * @param to path the person goes on to
 */
export function PasskeyButton({ to }: { to: string }): ReactElement | null {
  const queries = useQueryClient()
  const isPossible = usePasskeysHere()
  const goOn = useGoOn(to)
  const enter = usePasskey((device) => signInByPasskey(() => device.enterByPasskey(), queries), goOn)
  const [fieldTrouble, setFieldTrouble] = useState<string>()
  const follow = useRef(goOn)
  follow.current = goOn
  useEffect(() => {
    if (!isPossible) return
    let isHere = true
    const loading = import("#web/lib/session/passkey-device.ts")
    const wait = async (): Promise<void> => {
      const device = await loading
      if (!isHere || !(await device.offersAtField())) return
      const picked = await device.pickAtField()
      if (!picked || !isHere) return
      try {
        const isSignedIn = await signInByPasskey(() => device.enterWith(picked), queries)
        if (isHere) follow.current(isSignedIn)
      } catch (error) {
        if (isHere) setFieldTrouble(device.passkeyTrouble(error) ?? undefined)
      }
    }
    void wait()
    const renewal = setInterval(wait, renewEveryMs)
    return () => {
      isHere = false
      clearInterval(renewal)
      void loading.then((device) => device.endWaiting())
    }
  }, [isPossible, queries])
  if (!isPossible) return null
  return (
    <div className="mt-3 grid">
      <Button variant="secondary" size="large" wide busy={enter.isBusy} onClick={() => enter.run()}>
        <KeyRound aria-hidden="true" />
        Sign in with a passkey
      </Button>
      <FormTrouble message={enter.trouble ?? fieldTrouble} />
    </div>
  )
}
