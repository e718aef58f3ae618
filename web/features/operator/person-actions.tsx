import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, useState } from "react"
import { mayOperate } from "#contract/catalogue/operator-rights.ts"
import { getOwnRole } from "#contract/product/operators.ts"
import {
  blockPerson,
  endPersonSessions,
  grantCredits,
  maxGrantCredits,
  type PersonRecord,
} from "#contract/product/people.ts"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { call } from "#web/lib/call.ts"
import { queryKeys } from "#web/lib/query-keys.ts"
import { Button } from "#web/ui/button.tsx"
import { Card } from "#web/ui/card.tsx"
import { FormTrouble } from "#web/ui/form-trouble.tsx"
import { TextField } from "#web/ui/text-field.tsx"
import { notify } from "#web/ui/toast.tsx"

/** What the operator's role allows: each with a reason, which is kept in the log. */
export function PersonActions({ person }: { person: PersonRecord }): ReactElement {
  const role = useQuery({ queryKey: queryKeys.ownRole, queryFn: async () => (await call(getOwnRole)).data.role })
  const mine = role.data ?? null
  const params = { personId: person.id }
  return (
    <>
      {mayOperate(mine, "credits.grant") && (
        <Action
          title="Give credits"
          hint="The person reads the reason in the list of credits."
          button="Give"
          hasCredits
          send={({ credits, reason }) => call(grantCredits, { params, body: { credits, reason } })}
        />
      )}
      {mayOperate(mine, "people.endSessions") && (
        <Action
          title="Sign out everywhere"
          button="Sign out"
          send={({ reason }) => call(endPersonSessions, { params, body: { reason } })}
        />
      )}
      {mayOperate(mine, "people.block") && (
        <Action
          key={String(person.isBlocked)}
          title={person.isBlocked ? "Let in again" : "Block"}
          hint={person.isBlocked ? undefined : "Ends all sessions. Nothing is deleted."}
          button={person.isBlocked ? "Let in again" : "Block"}
          isDanger={!person.isBlocked}
          send={({ reason }) => call(blockPerson, { params, body: { isBlocked: !person.isBlocked, reason } })}
        />
      )}
    </>
  )
}

interface ActionProps {
  title: string
  hint?: string | undefined
  button: string
  hasCredits?: boolean
  isDanger?: boolean
  send: (form: { credits: number; reason: string }) => Promise<{ message: string }>
}

function Action({ title, hint, button, hasCredits = false, isDanger = false, send }: ActionProps): ReactElement {
  const queries = useQueryClient()
  const [sent, setSent] = useState(0)
  const action = useMutation({
    mutationFn: (form: FormData) =>
      send({ credits: Number(form.get("credits")), reason: String(form.get("reason") ?? "") }),
    onSuccess: ({ message }) => {
      notify.success(message)
      setSent((count) => count + 1)
      return queries.invalidateQueries({ queryKey: ["getPerson"] })
    },
  })
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    action.mutate(new FormData(event.currentTarget))
  }
  return (
    <Card>
      <form key={sent} noValidate onSubmit={handleSubmit} className="grid">
        <h2 className="text-xl">{title}</h2>
        {hint && <p className="text-ink-soft">{hint}</p>}
        <div className="mt-3 grid gap-x-4 sm:grid-cols-[auto_1fr]">
          {hasCredits && (
            <TextField
              name="credits"
              label="Credits"
              type="number"
              inputMode="numeric"
              min={1}
              max={maxGrantCredits}
              className="sm:w-32"
            />
          )}
          <TextField name="reason" label="Reason" className={hasCredits ? undefined : "sm:col-span-2"} />
        </div>
        <FormTrouble message={action.error ? messageOf(action.error, noAnswerMessage) : undefined} />
        <Button
          type="submit"
          variant={isDanger ? "danger" : "secondary"}
          busy={action.isPending}
          className="mt-2 justify-self-start"
        >
          {button}
        </Button>
      </form>
    </Card>
  )
}
