import { useMutation } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { decideMany } from "#contract/academy/admissions-admin.ts"
import { declineReasonNames, mayMove } from "#contract/catalogue/applications.ts"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"
import { useAdminAct } from "./admin-call.ts"
import { DeclineReasonField, ReasonField } from "./reason-field.tsx"
import { outcomes, type useMarked } from "./use-marked.ts"

interface BulkDecisionProps {
  choice: ReturnType<typeof useMarked>
  rows: readonly { id: string; name: string }[]
}

const countOf = (count: number): string => (count === 1 ? "1 application" : `${count} applications`)

/** What is done with the marked applications: the count is said first, and afterwards what was not done and why. */
export function BulkDecision({ choice, rows }: BulkDecisionProps): ReactElement | null {
  const { marked, asked } = choice
  const [skipped, setSkipped] = useState<readonly { id: string; why: string }[]>([])
  const outcome = outcomes.find(({ value }) => value === asked)
  return (
    <>
      {skipped.length > 0 && (
        <div role="status" className="grid gap-1 rounded-card bg-amber-wash p-4">
          <p className="font-medium">{countOf(skipped.length)} stayed as before:</p>
          <ul className="list-disc pl-5">
            {skipped.map(({ id, why }) => (
              <li key={id}>
                {rows.find((row) => row.id === id)?.name ?? id}: {why}
              </li>
            ))}
          </ul>
        </div>
      )}
      {marked.length > 0 && (
        <div className="sticky bottom-4 flex flex-wrap items-center justify-between gap-3 rounded-card border border-line-strong bg-surface p-4">
          <p role="status">{countOf(marked.length)} marked</p>
          <div className="flex flex-wrap gap-3">
            {outcomes.map(({ value, label }) => (
              <Button
                key={value}
                variant={value === "declined" ? "danger" : "secondary"}
                onClick={() => choice.ask(value)}
                onDragOver={(event) => event.preventDefault()}
                onDrop={() => choice.ask(value)}
              >
                {label}
              </Button>
            ))}
          </div>
        </div>
      )}
      {outcome && <DecisionDialog choice={choice} outcome={outcome} onSkipped={setSkipped} />}
    </>
  )
}

interface DecisionDialogProps {
  choice: BulkDecisionProps["choice"]
  outcome: (typeof outcomes)[number]
  onSkipped: (skipped: readonly { id: string; why: string }[]) => void
}

function DecisionDialog({ choice, outcome, onSkipped }: DecisionDialogProps): ReactElement {
  const { marked } = choice
  const { value, label } = outcome
  const act = useAdminAct()
  const may = marked.filter(({ status }) => mayMove(status, value, "operator"))
  const close = (): void => choice.ask(undefined)
  const decide = useMutation({
    mutationFn: async (form: FormData) => {
      const word = (name: string): string => String(form.get(name) ?? "").trim()
      const why = declineReasonNames.find((name) => name === word("declineReason"))
      const ids = marked.map(({ id }) => id)
      await act(async () => {
        const done = await call(decideMany, {
          body: {
            ids,
            outcome: value,
            note: word("note"),
            ...(why && { declineReason: why }),
            reason: word("reason"),
          },
        })
        onSkipped(done.data.skipped)
        return done
      })
      choice.unmark(ids)
    },
  })
  const refused = decide.error instanceof ApiError ? decide.error.fields : undefined
  return (
    <FormDialog
      title={`${label} ${countOf(marked.length)}?`}
      description={
        may.length < marked.length
          ? `For ${may.length} of them this is the next step; the others are told to you afterwards. Each of them gets a letter.`
          : "Each applicant gets a letter."
      }
      button={`${label} ${marked.length}`}
      isDanger={value === "declined"}
      isBusy={decide.isPending}
      // An answer closes the dialog that asked for it, not one that was opened since.
      onSend={(form) => decide.mutate(form, { onSuccess: close })}
      onClose={close}
    >
      {value === "declined" && <DeclineReasonField name="declineReason" error={refused?.declineReason} />}
      <TextareaField name="note" label="Words for the letter" optional maxLength={2_000} />
      <ReasonField optional />
      <FormTrouble message={decide.error ? messageOf(decide.error, noAnswerMessage) : undefined} />
    </FormDialog>
  )
}
