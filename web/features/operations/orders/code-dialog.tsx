import type { ReactElement } from "react"
import { addPromotion, addVouchers, maxBatch, maxVoucherCredits } from "#contract/money/codes-admin.ts"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { call } from "#web/lib/calls/call.ts"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"

interface CodeDialogProps {
  kind: "promotion" | "vouchers"
  onDone: () => Promise<unknown>
  onClose: () => void
}

/** Makes a promotion code or a batch of vouchers. */
export function CodeDialog({ kind, ...dialog }: CodeDialogProps): ReactElement {
  return kind === "promotion" ? <PromotionDialog {...dialog} /> : <VoucherDialog {...dialog} />
}

const text = (form: FormData, name: string): string => String(form.get(name) ?? "").trim()

/** A number, or null for nothing. */
function numberOf(form: FormData, name: string): number | null {
  const typed = text(form, name)
  return typed === "" ? null : Number(typed)
}

function PromotionDialog(dialog: Omit<CodeDialogProps, "kind">): ReactElement {
  return (
    <ReasonDialog
      {...dialog}
      title="New promotion"
      description="A code that lowers the price of a plan, once for each person."
      button="Make the code"
      send={(reason, form) => {
        const unit = text(form, "unit")
        const worth = numberOf(form, "worth")
        const currency = unit === "NGN" || unit === "USD" ? unit : null
        return call(addPromotion, {
          body: {
            code: text(form, "code"),
            percent: currency === null ? worth : null,
            amount: currency === null ? null : worth,
            currency,
            maxUses: numberOf(form, "maxUses"),
            startsOn: text(form, "startsOn"),
            endsOn: text(form, "endsOn"),
            reason,
          },
        })
      }}
    >
      <TextField name="code" label="Code" hint="4 to 30 letters, digits and -" autoComplete="off" />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField name="worth" label="How much off" type="number" inputMode="decimal" min={1} autoComplete="off" />
        <SelectField
          name="unit"
          label="Of what"
          defaultValue="percent"
          choices={[
            { value: "percent", label: "Percent" },
            { value: "NGN", label: "Naira" },
            { value: "USD", label: "Dollars" },
          ]}
        />
        <TextField name="startsOn" label="First day" type="date" optional />
        <TextField name="endsOn" label="Last day" type="date" optional />
      </div>
      <TextField
        name="maxUses"
        label="How many people may use it"
        hint="Empty for any number."
        type="number"
        inputMode="numeric"
        min={1}
        optional
        autoComplete="off"
      />
    </ReasonDialog>
  )
}

function VoucherDialog(dialog: Omit<CodeDialogProps, "kind">): ReactElement {
  return (
    <ReasonDialog
      {...dialog}
      title="New vouchers"
      description="Each one gives credits to one person, once. Afterwards search for the batch and download it as CSV."
      button="Make the vouchers"
      send={(reason, form) =>
        call(addVouchers, {
          body: {
            batch: text(form, "batch"),
            count: Number(text(form, "count")),
            credits: Number(text(form, "credits")),
            endsOn: text(form, "endsOn"),
            reason,
          },
        })
      }
    >
      <TextField name="batch" label="Name of the batch" maxLength={60} autoComplete="off" />
      <div className="grid gap-x-4 sm:grid-cols-2">
        <TextField name="count" label="How many" type="number" inputMode="numeric" min={1} max={maxBatch} />
        <TextField
          name="credits"
          label="Credits of each"
          type="number"
          inputMode="numeric"
          min={1}
          max={maxVoucherCredits}
        />
      </div>
      <TextField name="endsOn" label="Last day" type="date" optional />
    </ReasonDialog>
  )
}
