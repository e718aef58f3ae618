import { useQuery, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import {
  blockPerson,
  endPersonSessions,
  grantCredits,
  maxGrantCredits,
  type PersonRecord,
  resetPersonFactor,
} from "#contract/operations/people.ts"
import { reasonHint } from "#web/content/reason-hint.ts"
import { ReasonForm } from "#web/features/operations/console/reason-form.tsx"
import { call } from "#web/lib/calls/call.ts"
import { usePayOnce } from "#web/lib/money/use-pay-once.ts"
import { ownRoleQuery } from "#web/lib/session/own-role.ts"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"

/** What the operator's role allows: each with a reason, which is kept in the log. */
export function PersonActions({ person }: { person: PersonRecord }): ReactElement {
  const mine = useQuery(ownRoleQuery).data?.role ?? null
  const payOnce = usePayOnce()
  const params = { personId: person.id }
  return (
    <>
      {mayOperate(mine, "credits.grant") && (
        <Action
          title="Give credits"
          button="Give"
          hasCredits
          send={(body) =>
            payOnce.send([params, body], (idempotencyKey) => call(grantCredits, { params, body, idempotencyKey }))
          }
        />
      )}
      {mayOperate(mine, "people.endSessions") && (
        <Action
          title="Sign out everywhere"
          button="Sign out"
          send={({ reason }) => call(endPersonSessions, { params, body: { reason } })}
        />
      )}
      {person.hasSecondFactor && mayOperate(mine, "people.resetFactor") && (
        <Action
          title="Reset two-step sign-in"
          hint="For somebody who lost the phone and the recovery codes. Be sure who asks: the password alone opens the account then."
          button="Reset"
          isDanger
          send={({ reason }) => call(resetPersonFactor, { params, body: { reason } })}
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

function Action({ hasCredits = false, send, ...form }: ActionProps): ReactElement {
  const queries = useQueryClient()
  return (
    <Card>
      <ReasonForm
        {...form}
        send={(data) => send({ credits: Number(data.get("credits")), reason: String(data.get("reason") ?? "") })}
        onDone={() => queries.invalidateQueries({ queryKey: ["getPerson"] })}
      >
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
        <TextField
          name="reason"
          label="Reason"
          hint={reasonHint(hasCredits ? "person" : "team")}
          className={hasCredits ? undefined : "sm:col-span-2"}
        />
      </ReasonForm>
    </Card>
  )
}
