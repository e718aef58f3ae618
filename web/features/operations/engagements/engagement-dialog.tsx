import type { ReactElement } from "react"
import { type EngagementStatus, stepsFrom } from "#contract/catalogue/engagement-steps.ts"
import {
  type AdminEngagement,
  addEngagement,
  changeEngagement,
  EngagementService,
  type EngagementValues,
} from "#contract/operations/engagements-admin.ts"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { call } from "#web/lib/calls/call.ts"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { engagementStates, serviceWords } from "./engagement-labels.ts"

const services = EngagementService.options.map((value) => ({ value, label: serviceWords[value] }))

const currencies = [
  { value: "NGN", label: "Naira" },
  { value: "USD", label: "Dollars" },
]

interface EngagementDialogProps {
  /** The engagement that is changed; absent for a new one. */
  contract?: AdminEngagement | undefined
  /** What a new one begins with. */
  start?: Partial<EngagementValues> | undefined
  /** The message a new one is made from. */
  messageId?: string | undefined
  onDone: () => Promise<unknown>
  onClose: () => void
}

/** A done-for-you engagement with its value, its notes and its next step. */
export function EngagementDialog({ contract, start, messageId, onDone, onClose }: EngagementDialogProps): ReactElement {
  const given: Partial<EngagementValues> = contract ?? start ?? {}
  const send = async (reason: string, form: FormData): Promise<{ message: string }> => {
    const text = (name: string): string => String(form.get(name) ?? "").trim()
    const values: EngagementValues = {
      client: text("client"),
      email: text("email"),
      title: text("title"),
      service: EngagementService.catch("other").parse(text("service")),
      amount: Number(text("amount")),
      currency: text("currency") === "USD" ? "USD" : "NGN",
      notes: text("notes"),
    }
    if (!contract) return call(addEngagement, { body: { values, messageId: messageId ?? null, reason } })
    const { id, version } = contract
    const status = states(contract.status).find((one) => one === text("status")) ?? contract.status
    return call(changeEngagement, { params: { contractId: id }, body: { values, status, version, reason } })
  }
  return (
    <ReasonDialog
      title={contract ? contract.title : "New contract"}
      description={
        contract
          ? "What is built for whom, how far it is, and what it is worth."
          : "It begins as a lead. Value and words may change until it is done."
      }
      button={contract ? "Save" : "Write it down"}
      isRoutine
      send={send}
      onDone={onDone}
      onClose={onClose}
    >
      {contract && (
        <SelectField
          name="status"
          label="State"
          choices={states(contract.status).map((value) => ({ value, label: engagementStates[value].label }))}
          defaultValue={contract.status}
        />
      )}
      <TextField name="client" label="Client" defaultValue={given.client} autoComplete="off" maxLength={200} />
      <TextField name="email" label="E-mail" type="email" optional defaultValue={given.email} autoComplete="off" />
      <TextField name="title" label="What it is" defaultValue={given.title} autoComplete="off" maxLength={200} />
      <SelectField name="service" label="Service" choices={services} defaultValue={given.service ?? "other"} />
      <div className="grid grid-cols-[1fr_9rem] gap-x-4">
        <TextField
          name="amount"
          label="Value"
          hint="0 while it is not known"
          type="number"
          inputMode="decimal"
          min={0}
          step="0.01"
          defaultValue={given.amount ?? 0}
        />
        <SelectField name="currency" label="Currency" choices={currencies} defaultValue={given.currency ?? "NGN"} />
      </div>
      <TextareaField name="notes" label="Notes" optional rows={4} maxLength={5_000} defaultValue={given.notes} />
    </ReasonDialog>
  )
}

/** The state an engagement is in, and those it may go to. */
function states(status: EngagementStatus): readonly EngagementStatus[] {
  return [status, ...stepsFrom(status)]
}
