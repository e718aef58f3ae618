import type { ReactElement } from "react"
import type { Currency } from "#web/lib/format/format.ts"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { currencyChoices } from "./prices.ts"

interface CurrencyChoiceProps {
  value: Currency
  onPick: (currency: Currency) => void
}

/** Over prices: naira or dollars. */
export function CurrencyChoice({ value, onPick }: CurrencyChoiceProps): ReactElement {
  return (
    <Segmented
      label="Currency"
      hideLabel
      choices={currencyChoices}
      value={value}
      onPick={onPick}
      className="w-full sm:w-60"
    />
  )
}
