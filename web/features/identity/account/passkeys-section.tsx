import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { KeyRound } from "lucide-react"
import { type ReactElement, useState } from "react"
import { passkeyLimits } from "#contract/identity/passkey-limits.ts"
import { listPasskeys, type Passkey, removePasskey, renamePasskey } from "#contract/identity/passkeys.ts"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { usePasskey } from "#web/content/passkeys/use-passkey.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { usePasskeysHere } from "#web/lib/session/passkeys-here.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { Section } from "./section.tsx"

type Question = "add" | { rename: Passkey } | { remove: Passkey }

/** A person's passkeys: added, named, removed. Nothing where there are none and this browser can make none. */
export function PasskeysSection({ isConfirmed }: { isConfirmed: boolean }): ReactElement | null {
  const { isPossible } = usePasskeysHere()
  const queries = useQueryClient()
  const [question, setQuestion] = useState<Question | null>(null)
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.passkeys,
    queryFn: async () => (await call(listPasskeys)).data,
  })
  const close = (): void => setQuestion(null)
  const refresh = () => {
    void queries.invalidateQueries({ queryKey: queryKeys.passkeyState })
    return queries.invalidateQueries({ queryKey: queryKeys.passkeys })
  }
  const add = usePasskey(
    ({ makePasskey }, name: string) => makePasskey(name),
    () => {
      notify.success("Passkey added.")
      void refresh()
      close()
    },
  )
  const change = useMutation({
    mutationFn: (send: () => Promise<unknown>) => send(),
    onSuccess: close,
    onError: (refusal) => notify.error(messageOf(refusal, noAnswerMessage)),
    onSettled: refresh,
  })
  if (error) return <NotLoaded title="Your passkeys did not load" error={error} onRetry={refetch} />
  if (!data || (data.length === 0 && !isPossible)) return null
  const trouble = change.error ? messageOf(change.error, noAnswerMessage) : undefined
  const ask = (next: Question): void => {
    change.reset()
    setQuestion(next)
  }
  return (
    <Section
      id="passkeys"
      title="Passkeys"
      intro="Sign in with your finger, face or screen lock. A page that only looks like ours cannot take a passkey from you."
    >
      {data.length > 0 && (
        <ul className="divide-y divide-line">
          {data.map((passkey) => (
            <li key={passkey.id} className="grid gap-2 py-4 first:pt-0 last:pb-0">
              <div className="flex items-start gap-4">
                <KeyRound aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-ink-soft" />
                <div className="min-w-0 grow">
                  <p className="font-medium wrap-anywhere">{passkey.name}</p>
                  <p className="text-sm text-ink-soft">{agesOf(passkey)}</p>
                  {stateWords(passkey) && <p className="text-sm text-clay wrap-anywhere">{stateWords(passkey)}</p>}
                </div>
              </div>
              <div className="flex flex-wrap gap-x-2 pl-6">
                <Button variant="quiet" aria-label={`Rename ${passkey.name}`} onClick={() => ask({ rename: passkey })}>
                  Rename
                </Button>
                <Button
                  variant="quiet"
                  className="text-clay"
                  aria-label={`Remove ${passkey.name}`}
                  onClick={() => ask({ remove: passkey })}
                >
                  Remove
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {isPossible && (
        <div className="grid justify-items-start gap-3">
          <Button variant="secondary" disabled={!isConfirmed} onClick={() => ask("add")}>
            Add a passkey
          </Button>
          {!isConfirmed && <p className="text-ink-soft">Confirm your e-mail address first.</p>}
        </div>
      )}
      {question === "add" && (
        <FormDialog
          title="Add a passkey"
          description="Your device asks for your finger, face or screen lock, and keeps the passkey."
          button="Go on"
          isBusy={add.isBusy}
          onSend={(form) => add.run(nameIn(form))}
          onClose={close}
        >
          <NameField usual="This device" error={add.trouble} />
        </FormDialog>
      )}
      {question !== null && question !== "add" && "rename" in question && (
        <FormDialog
          title="Rename this passkey"
          description="It helps you to tell your passkeys apart."
          button="Save"
          isBusy={change.isPending}
          onSend={(form) =>
            change.mutate(() =>
              call(renamePasskey, { params: { passkeyId: question.rename.id }, body: { name: nameIn(form) } }),
            )
          }
          onClose={close}
        >
          <NameField usual={question.rename.name} error={trouble} />
        </FormDialog>
      )}
      {question !== null && question !== "add" && "remove" in question && (
        <FormDialog
          title={`Remove ${question.remove.name}?`}
          description="It no longer signs in here. Your device may still list it: delete it there too."
          button="Remove"
          isDanger
          isBusy={change.isPending}
          onSend={() => change.mutate(() => call(removePasskey, { params: { passkeyId: question.remove.id } }))}
          onClose={close}
        >
          {trouble && (
            <p role="alert" className="text-clay">
              {trouble}
            </p>
          )}
        </FormDialog>
      )}
    </Section>
  )
}

function NameField({ usual, error }: { usual: string; error: string | undefined }): ReactElement {
  return (
    <TextField
      name="name"
      label="Name"
      hint="So that you know which it is."
      defaultValue={usual}
      maxLength={passkeyLimits.nameCharacters}
      autoComplete="off"
      error={error}
    />
  )
}

function nameIn(form: FormData): string {
  return String(form.get("name") ?? "").trim() || "Passkey"
}

function agesOf({ createdAt, lastUsedAt }: Passkey): string {
  const used = lastUsedAt === "" ? "not used yet" : `last used ${formatDate(lastUsedAt)}`
  return `Added ${formatDate(createdAt)}, ${used}`
}

function stateWords({ works, wasCopied, host }: Passkey): string | null {
  if (wasCopied) return "It was copied, so it no longer signs in. Remove it and add a new one."
  return works ? null : `Made at ${host}. It does not work at this address: remove it and add a new one.`
}
