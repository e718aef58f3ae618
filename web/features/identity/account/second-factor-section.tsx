import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useEffect, useRef, useState } from "react"
import { useLocation, useNavigate, useSearchParams } from "react-router"
import { deleteAuthenticator, offerAuthenticator, renewRecoveryCodes } from "#contract/identity/account-factors.ts"
import { getFactorState } from "#contract/identity/second-factor-proof.ts"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { isOwnPath } from "#web/lib/session/destination.ts"
import { usePasskeyState } from "#web/lib/session/passkeys.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { type BothProofs, FactorChangeDialog } from "./factor-change-dialog.tsx"
import { type FactorOffer, FactorSetupDialog } from "./factor-setup-dialog.tsx"
import { PasskeyTwoStep } from "./passkey-two-step.tsx"
import { RecoveryCodes } from "./recovery-codes.tsx"
import { Section } from "./section.tsx"

const params = { type: "totp" } as const

interface SecondFactorSectionProps {
  hasPassword: boolean
  isEmailVerified: boolean
}

/** A code of an app at every sign-in: set up, renewed, turned off. Who was sent here to set it up goes on afterwards. */
export function SecondFactorSection({ hasPassword, isEmailVerified }: SecondFactorSectionProps): ReactElement {
  const queries = useQueryClient()
  const place = useRef<HTMLDivElement>(null)
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const [offer, setOffer] = useState<FactorOffer | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [change, setChange] = useState<"app" | "codes" | "off" | null>(null)
  const state = useQuery({ queryKey: queryKeys.factorState, queryFn: async () => (await call(getFactorState)).data })
  const isLoaded = state.isSuccess
  const passkeys = usePasskeyState()
  useEffect(() => {
    if (hash !== "#two-step" || !isLoaded) return
    place.current?.scrollIntoView({ block: "center" })
    place.current?.querySelector("button")?.focus({ preventScroll: true })
  }, [hash, isLoaded])
  const begin = useMutation({
    mutationFn: () => call(offerAuthenticator, { params, body: {} }),
    onSuccess: setOffer,
  })
  const close = (): void => setChange(null)
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: queryKeys.factorState })
    return queries.invalidateQueries({ queryKey: queryKeys.currentUser })
  }
  const changes = {
    app: {
      title: "Use another app",
      description: "The app you use now stays in use until the new one has shown a code.",
      button: "Go on",
      send: async (proofs: BothProofs) => {
        const made = await call(offerAuthenticator, { params, body: proofs })
        return () => {
          close()
          setOffer(made)
        }
      },
    },
    codes: {
      title: "New recovery codes",
      description: "The old ones no longer work.",
      button: "Make new codes",
      send: async (proofs: BothProofs) => {
        const { recoveryCodes } = await call(renewRecoveryCodes, { body: proofs })
        // Also for whoever put the dialog away: the codes before no longer work.
        setCodes(recoveryCodes)
        void refresh()
        return close
      },
    },
    off: {
      title: "Turn off two-step sign-in?",
      description: "You no longer need a code to sign in. Your other devices are signed out.",
      button: "Turn off",
      isDanger: true,
      send: async (proofs: BothProofs) => {
        await call(deleteAuthenticator, { params, body: proofs })
        notify.success("Two-step sign-in is off.")
        void refresh()
        return close
      },
    },
  }
  const endSetup = (isDone: boolean): void => {
    setOffer(null)
    const to = search.get("to")
    if (isDone && isOwnPath(to)) void navigate(to)
  }
  const isOn = state.data !== undefined && state.data.since !== ""
  return (
    <div ref={place}>
      <Section
        id="two-step"
        title="Two-step sign-in"
        intro="A code from an app on your phone, or a passkey, as well as the password. Somebody who knows your password still cannot get in."
        now={isOn && <Badge tone="leaf">On</Badge>}
      >
        {/* What turns it off hangs on what it is done with. */}
        {state.isPending || (isOn && !passkeys.isKnown) ? (
          <Skeleton className="h-12" />
        ) : state.error ? (
          <NotLoaded title="This did not load" error={state.error} onRetry={state.refetch} />
        ) : isOn ? (
          <>
            <p>
              On since {formatDate(state.data.since)}. {leftWords(state.data.recoveryCodesLeft)}
            </p>
            {passkeys.hasApp ? (
              <div className="flex flex-wrap gap-3">
                <Button variant="secondary" onClick={() => setChange("codes")}>
                  New recovery codes
                </Button>
                <Button variant="secondary" onClick={() => setChange("app")}>
                  Use another app
                </Button>
                <Button variant="quiet" className="text-clay" onClick={() => setChange("off")}>
                  Turn off
                </Button>
              </div>
            ) : (
              <div className="flex flex-wrap gap-3">
                <Button variant="secondary" busy={begin.isPending} onClick={() => begin.mutate()}>
                  Add an app
                </Button>
                <PasskeyTwoStep isOn />
              </div>
            )}
          </>
        ) : (
          <div className="grid justify-items-start gap-3">
            <Button
              variant="secondary"
              busy={begin.isPending}
              disabled={!isEmailVerified}
              onClick={() => begin.mutate()}
            >
              Set up
            </Button>
            {passkeys.canGive && <PasskeyTwoStep isOn={false} />}
            {!isEmailVerified && <p className="text-ink-soft">Confirm your e-mail address first.</p>}
            <p role="alert" className="text-clay empty:hidden">
              {begin.error ? messageOf(begin.error, noAnswerMessage) : ""}
            </p>
          </div>
        )}
      </Section>
      {change && <FactorChangeDialog {...changes[change]} hasPassword={hasPassword} onClose={close} />}
      {offer && <FactorSetupDialog offer={offer} onEnd={endSetup} />}
      {codes && (
        <Dialog
          open
          onOpenChange={() => setCodes(null)}
          title="Your new recovery codes"
          description="They are shown only now. Keep them away from your phone."
          actions={<Button onClick={() => setCodes(null)}>I have kept them</Button>}
        >
          <RecoveryCodes codes={codes} />
        </Dialog>
      )}
    </div>
  )
}

function leftWords(count: number): string {
  if (count === 0) return "No recovery code is left: make new ones."
  return count === 1 ? "One recovery code is left." : `${count} recovery codes are left.`
}
