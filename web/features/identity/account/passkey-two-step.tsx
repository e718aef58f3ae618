import { useMutation, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { setTwoStepByPasskey } from "#contract/identity/passkeys.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { RecoveryCodes } from "./recovery-codes.tsx"

const about = ["currentUser", "factorState", "passkeyState", "sessions", "ownRole"] as const

/** Two-step sign-in by passkeys, without an app: on, new recovery codes, off. */
export function PasskeyTwoStep({ isOn }: { isOn: boolean }): ReactElement {
  const queries = useQueryClient()
  const change = useMutation({
    mutationFn: async (becomesOn: boolean) =>
      (await call(setTwoStepByPasskey, { body: { isOn: becomesOn } })).data.recoveryCodes,
    onSuccess: (codes) => {
      if (codes.length === 0) notify.success("Two-step sign-in is off.")
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  const codes = change.data ?? []
  const refresh = (): void => {
    for (const name of about) void queries.invalidateQueries({ queryKey: queryKeys[name] })
  }
  const send = (becomesOn: boolean): void =>
    change.mutate(becomesOn, {
      onSuccess: (made) => {
        // With codes to be read, the section stays as it is until they were.
        if (made.length === 0) refresh()
      },
    })
  const close = (): void => {
    change.reset()
    refresh()
  }
  return (
    <>
      <Button variant="secondary" busy={change.isPending} onClick={() => send(true)}>
        {isOn ? "New recovery codes" : "Use your passkeys"}
      </Button>
      {isOn && (
        <Button variant="quiet" className="text-clay" disabled={change.isPending} onClick={() => send(false)}>
          Turn off
        </Button>
      )}
      {codes.length > 0 && (
        <Dialog
          open
          onOpenChange={close}
          title="Keep these codes"
          description="Each opens your account once when your passkeys are not at hand. They are shown only now: keep them away from your phone."
          actions={<Button onClick={close}>I have kept them</Button>}
        >
          <RecoveryCodes codes={codes} />
        </Dialog>
      )}
    </>
  )
}
