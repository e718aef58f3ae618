import { useMutation } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, useEffect, useEffectEvent, useState } from "react"
import { quotePaymentOrder, redeemVoucher } from "#contract/money/orders.ts"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { type Currency, formatMoney } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"

/** A promotion code and what it does to the price of one choice. */
export interface AppliedCode {
  code: string
  item: string
  currency: Currency
  amount: number
  listAmount: number
}

interface CodeFieldProps {
  choice: { item: string; currency: Currency } | undefined
  applied: AppliedCode | undefined
  onApply: (applied: AppliedCode | undefined) => void
  /** Why the order with this code was refused, though it was good when it was tried. */
  refusal: string | undefined
}

/**
 * One field for both kinds of code: a promotion makes the choice cheaper, a voucher gives credits without paying. What is
 * said of a promotion is about the choice that stands: when that changes, the code is tried for it again.
 */
export function CodeField({ choice, applied, onApply, refusal }: CodeFieldProps): ReactElement {
  const [text, setText] = useState("")
  const use = useMutation({
    mutationFn: async ({ code, choice }: { code: string; choice: CodeFieldProps["choice"] }) => {
      if (choice) {
        try {
          const { data } = await call(quotePaymentOrder, { body: { ...choice, code } })
          return { kind: "promotion" as const, applied: { ...choice, ...data, currency: choice.currency, code } }
        } catch (error) {
          if (!isVoucher(error)) throw error
        }
      }
      const { message } = await call(redeemVoucher, { body: { code } })
      return { kind: "voucher" as const, message }
    },
    onSuccess: (outcome) => {
      if (outcome.kind === "voucher") notify.success(outcome.message)
    },
  })
  // Only while the code that was sent still stands there: typing another one lets go of the answer.
  const show = {
    onSuccess: (outcome: NonNullable<typeof use.data>): void => {
      if (outcome.kind === "promotion") onApply(outcome.applied)
      else setText("")
    },
    onError: () => onApply(undefined),
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const code = text.trim()
    if (code !== "") use.mutate({ code, choice }, show)
  }
  const { item, currency } = choice ?? {}
  const tryAgain = useEffectEvent(() => {
    const tried = use.variables
    if (!tried || !choice || use.isPending) return
    const isOtherCurrency = tried.choice?.currency !== currency
    const isOther = isOtherCurrency || tried.choice?.item !== item
    // Wrong codes are counted: what is wrong for one plan is wrong for all, but for the currency.
    const isWorthTrying = use.data?.kind === "promotion" || (use.isError && isOtherCurrency)
    if (isOther && isWorthTrying) use.mutate({ code: tried.code, choice }, show)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the choice is what it follows
  useEffect(tryAgain, [item, currency, use.isPending])
  return (
    <form onSubmit={submit} className="grid gap-1" noValidate>
      <div className="flex items-start gap-3">
        <TextField
          label="Code"
          optional
          hint="A promotion or a voucher."
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            use.reset()
            onApply(undefined)
          }}
          error={use.isError ? messageOf(use.error, noAnswerMessage) : text === "" ? undefined : refusal}
          className="grow"
        />
        <Button type="submit" variant="secondary" busy={use.isPending} className="mt-[3.65rem] h-12">
          Use code
        </Button>
      </div>
      <p role="status" className="text-leaf">
        {applied &&
          `${applied.code.toUpperCase()} takes ${formatMoney(applied.listAmount - applied.amount, applied.currency)} off.`}
      </p>
    </form>
  )
}

/** The server says so when a code is good, but for credits and not for a price. */
function isVoucher(error: unknown): boolean {
  return error instanceof ApiError && error.type === "code_is_voucher"
}
