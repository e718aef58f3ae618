import { useMutation } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { type ApplicationFile, decideApplication, previewEmail } from "#contract/academy/admissions-admin.ts"
import { type DeclineReason, declineReasonNames, mayMove } from "#contract/catalogue/applications.ts"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { isConflict, useAdminChange } from "./admin-call.ts"
import { DeclineReasonField, ReasonField } from "./reason-field.tsx"
import { useKeys } from "./use-keys.ts"
import { type Outcome, outcomes } from "./use-marked.ts"

/** The decision: what, with which scholarship and which words; the letter is read before it goes out. */
export function DecisionForm({
  file,
  onConflict,
}: {
  file: ApplicationFile
  /** Hears that somebody else was faster: this form may go with what it offered. */
  onConflict: (message: string) => void
}): ReactElement {
  const possible = outcomes.filter(({ value }) => mayMove(file.status, value, "operator"))
  const [outcome, setOutcome] = useState<Outcome>(possible[0]?.value ?? "declined")
  const [scholarship, setScholarship] = useState("")
  const [award, setAward] = useState("")
  const [note, setNote] = useState("")
  const [why, setWhy] = useState<DeclineReason | null>(null)
  const [reason, setReason] = useState("")
  const params = { id: file.id }
  const isAdmitting = outcome === "admitted"
  const body = {
    outcome,
    note,
    declineReason: outcome === "declined" ? why : null,
    scholarship: isAdmitting && (scholarship === "full" || scholarship === "partial") ? scholarship : null,
    award: isAdmitting && scholarship === "partial" && Number(award) > 0 ? Math.round(Number(award)) : null,
  } as const
  const preview = useMutation({
    mutationFn: async () => (await call(previewEmail, { params, body })).data,
  })
  const refused = preview.error instanceof ApiError ? preview.error.fields : undefined
  const decide = useAdminChange(
    () => call(decideApplication, { params, body: { ...body, reason } }),
    () => preview.reset(),
    (error) => isConflict(error) && onConflict(messageOf(error, noAnswerMessage)),
  )
  useKeys(Object.fromEntries(possible.map(({ key, value }) => [key, () => setOutcome(value)])))
  return (
    <Card className="grid gap-5">
      <h2 className="text-xl">Decision</h2>
      <Segmented
        label={`Outcome (keys: ${possible.map(({ key }) => key).join(", ")})`}
        choices={possible}
        value={outcome}
        onPick={setOutcome}
      />
      {isAdmitting && (
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Scholarship"
            optional
            value={scholarship}
            onChange={(event) => setScholarship(event.target.value)}
            choices={[
              { value: "", label: "None" },
              { value: "partial", label: "Partial" },
              { value: "full", label: "Full" },
            ]}
          />
          {scholarship === "partial" && (
            <TextField
              label="Amount in naira"
              inputMode="numeric"
              value={award}
              error={refused?.award}
              onChange={(event) => setAward(event.target.value.replaceAll(/\D/g, ""))}
            />
          )}
        </div>
      )}
      {outcome === "declined" && (
        <DeclineReasonField
          value={why ?? ""}
          error={refused?.declineReason}
          onChange={(event) => setWhy(declineReasonNames.find((name) => name === event.target.value) ?? null)}
        />
      )}
      <TextareaField
        label="Words for the letter"
        optional
        maxLength={2_000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <FormTrouble
        message={
          preview.error && !refused?.award && !refused?.declineReason
            ? messageOf(preview.error, noAnswerMessage)
            : undefined
        }
      />
      <Button className="justify-self-start" busy={preview.isPending} onClick={() => preview.mutate()}>
        Read the letter
      </Button>
      <Dialog
        open={preview.data !== undefined}
        onOpenChange={(isOpen) => !isOpen && preview.reset()}
        title={preview.data?.subject ?? ""}
        description={`To ${file.email}. It goes out when you send it.`}
        size="wide"
        actions={
          <>
            <Button variant="secondary" onClick={() => preview.reset()}>
              Back
            </Button>
            <Button busy={decide.isPending} onClick={() => decide.mutate(undefined)}>
              Decide and send
            </Button>
          </>
        }
      >
        <p className="whitespace-pre-wrap">{preview.data?.text}</p>
        <ReasonField optional value={reason} onChange={(event) => setReason(event.target.value)} className="mt-4" />
        <FormTrouble message={decide.refusal} />
      </Dialog>
    </Card>
  )
}
