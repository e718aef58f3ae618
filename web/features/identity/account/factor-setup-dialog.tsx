import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Copy } from "lucide-react"
import { type FormEvent, type ReactElement, useId } from "react"
import type { z } from "zod"
import { confirmAuthenticator, type offerAuthenticator } from "#contract/identity/account-factors.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { copyText } from "#web/lib/page/copy-text.ts"
import { Button } from "#web/ui/button/button.tsx"
import { CodeField } from "#web/ui/form/code-field.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { RecoveryCodes } from "./recovery-codes.tsx"

export type FactorOffer = z.output<typeof offerAuthenticator.reply>

interface FactorSetupDialogProps {
  offer: FactorOffer
  /** Called with true once the codes were shown. */
  onEnd: (isDone: boolean) => void
}

/** Scan, type a code, keep the recovery codes. */
export function FactorSetupDialog({ offer, onEnd }: FactorSetupDialogProps): ReactElement {
  const form = useId()
  const queries = useQueryClient()
  const confirm = useMutation({
    mutationFn: (otp: string) => call(confirmAuthenticator, { params: { type: "totp" }, body: { otp } }),
    onSuccess: () =>
      Promise.all(
        [queryKeys.currentUser, queryKeys.factorState, queryKeys.sessions, queryKeys.ownRole].map((queryKey) =>
          queries.invalidateQueries({ queryKey }),
        ),
      ),
  })
  if (confirm.data) {
    return (
      <Dialog
        open
        onOpenChange={() => onEnd(true)}
        title="Keep these codes"
        description="Each opens your account once when the phone is not at hand. They are shown only now: keep them away from your phone."
        actions={<Button onClick={() => onEnd(true)}>I have kept them</Button>}
      >
        <RecoveryCodes codes={confirm.data.recoveryCodes} />
      </Dialog>
    )
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    confirm.mutate(String(new FormData(event.currentTarget).get("code") ?? "").trim() || "-")
  }
  const copy = async (): Promise<void> => {
    if (await copyText(offer.secret)) notify.success("Copied")
    else notify.error("It could not be copied. Type it in by hand.")
  }
  return (
    <Dialog
      open
      onOpenChange={() => onEnd(false)}
      title="Set up two-step sign-in"
      description="Scan this with an authenticator app. Then type the code it shows."
      actions={
        <>
          <Button variant="secondary" onClick={() => onEnd(false)}>
            Cancel
          </Button>
          <Button type="submit" form={form} busy={confirm.isPending}>
            Turn on
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="grid items-center gap-4 sm:grid-cols-[auto_1fr]">
          <svg
            role="img"
            aria-label="QR code for your authenticator app"
            viewBox={`0 0 ${offer.qr.side} ${offer.qr.side}`}
            shapeRendering="crispEdges"
            className="size-36 justify-self-center rounded-control bg-[#fff] sm:size-44"
          >
            <path d={offer.qr.path} fill="#000" />
          </svg>
          <div className="grid justify-items-start gap-2">
            <p className="text-ink-soft">Or type this key into the app:</p>
            <p className="font-mono wrap-anywhere">{offer.secret.match(/.{1,4}/g)?.join(" ")}</p>
            <div className="flex flex-wrap gap-x-2">
              <Button variant="quiet" className="-ml-4" onClick={copy}>
                <Copy aria-hidden="true" />
                Copy
              </Button>
              <a
                href={offer.uri}
                className="grid min-h-11 items-center font-medium text-indigo underline underline-offset-4"
              >
                Open the app here
              </a>
            </div>
          </div>
        </div>
        <form id={form} noValidate onSubmit={handleSubmit}>
          <CodeField takes="app" error={confirm.error ? messageOf(confirm.error, noAnswerMessage) : undefined} />
        </form>
      </div>
    </Dialog>
  )
}
