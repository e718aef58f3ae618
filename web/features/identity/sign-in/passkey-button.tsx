import { useQueryClient } from "@tanstack/react-query"
import { KeyRound } from "lucide-react"
import { type ReactElement, useEffect, useRef, useState } from "react"
import { passkeyLimits } from "#contract/identity/passkey-limits.ts"
import { type PasskeyDevice, usePasskey } from "#web/content/passkeys/use-passkey.ts"
import { usePasskeysHere } from "#web/lib/session/passkeys-here.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { signInByPasskey } from "./start-session.ts"
import { useGoOn } from "./use-go-on.ts"

/** A new question is put before the one that waits at the field is too old, in ms. */
const renewEveryMs = (passkeyLimits.challengeMinutes - 1) * 60_000

/** That somebody is about to do more than read; a mouse moves before it enters the field. Before that nothing is fetched for passkeys. */
const signsOfUse = ["pointermove", "pointerdown", "keydown"] as const

/**
 * Signs in with a passkey: by this button, or at the form's field where the browser fills it in. Nothing where the
 * browser or the address has none.
 * @param to path the person goes on to
 */
export function PasskeyButton({ to }: { to: string }): ReactElement | null {
  const queries = useQueryClient()
  const { isPossible } = usePasskeysHere()
  const goOn = useGoOn(to)
  const enter = usePasskey((device) => signInByPasskey(() => device.enterByPasskey(), queries), goOn)
  const [fieldTrouble, setFieldTrouble] = useState<string>()
  const follow = useRef(goOn)
  follow.current = goOn
  useEffect(() => {
    if (!isPossible) return
    let isHere = true
    let renewal: ReturnType<typeof setInterval> | undefined
    let loading: Promise<PasskeyDevice> | undefined
    const wait = async (): Promise<void> => {
      loading ??= import("#web/lib/session/passkey-device.ts")
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
    const stopLooking = (): void => {
      for (const sign of signsOfUse) removeEventListener(sign, begin)
    }
    const begin = (): void => {
      stopLooking()
      void wait()
      renewal = setInterval(wait, renewEveryMs)
    }
    for (const sign of signsOfUse) addEventListener(sign, begin)
    return () => {
      isHere = false
      stopLooking()
      clearInterval(renewal)
      void loading?.then((device) => device.endWaiting())
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
