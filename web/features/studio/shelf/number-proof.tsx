import { useMutation, useQueryClient } from "@tanstack/react-query"
import { BadgeCheck } from "lucide-react"
import { type FormEvent, type ReactElement, useState } from "react"
import { proveNumber, type Shop, sendNumberCode } from "#contract/studio/shelf-shop.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { shopQuery } from "#web/lib/shelf/shelf.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Whether the saved WhatsApp number is proved, and the way to prove it with a code; nothing where no codes are sent. */
export function NumberProof({ shop }: { shop: Shop }): ReactElement | null {
  const queries = useQueryClient()
  const [code, setCode] = useState("")
  const send = useMutation({ mutationFn: () => call(sendNumberCode) })
  const prove = useMutation({
    mutationFn: async () => (await call(proveNumber, { body: { code } })).data,
    onSuccess: (proved) => {
      queries.setQueryData(shopQuery.queryKey, proved)
      notify.success("Your number is confirmed")
    },
  })
  if (shop.isNumberProved === null) return null
  if (shop.isNumberProved) {
    return (
      <p className="flex items-center gap-2 text-sm text-leaf">
        <BadgeCheck aria-hidden="true" className="size-5 shrink-0" />
        {shop.whatsApp} is confirmed. Your shop says so.
      </p>
    )
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    prove.mutate()
  }
  const problem = send.error ?? prove.error
  return (
    <form
      noValidate
      onSubmit={submit}
      aria-label="Confirm your number"
      className="grid gap-3 rounded-card border border-line bg-surface p-4 sm:max-w-xl"
    >
      <p>
        {send.isSuccess
          ? `We sent a text message with a code to ${shop.whatsApp}. It works for ten minutes.`
          : `Show buyers that ${shop.whatsApp} is yours: we send it a code by text message. Until then your shop says that the number is not confirmed.`}
      </p>
      {send.isSuccess && (
        <TextField
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={6}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          className="-mb-6 max-w-40"
        />
      )}
      {problem && (
        <p role="alert" className="text-sm text-clay">
          {messageOf(problem, "That did not work.")}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {send.isSuccess && (
          <Button type="submit" busy={prove.isPending} disabled={!/^\d{6}$/.test(code.trim())}>
            Confirm
          </Button>
        )}
        <Button variant="secondary" busy={send.isPending} onClick={() => send.mutate()}>
          {send.isSuccess ? "Send another code" : "Send a code"}
        </Button>
      </div>
    </form>
  )
}
