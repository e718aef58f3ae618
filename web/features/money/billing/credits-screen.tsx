import { Check } from "lucide-react"
import { type ReactElement, useState } from "react"
import { useSearchParams } from "react-router"
import type { Fees } from "#contract/catalogue/fees.ts"
import { type CreditPlan, creditPlans, itemOfPlan, proStudioPlan } from "#contract/catalogue/plans.ts"
import { CurrencyChoice } from "#web/content/currency-choice.tsx"
import { DetailsFirst, DetailsMissing, hasDetails } from "#web/content/place/details-first.tsx"
import { picturesOf, priceOf } from "#web/content/prices.ts"
import { pricing } from "#web/content/pricing.ts"
import { ApiError, isUnderWay, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { type Currency, formatMoney, formatThousands } from "#web/lib/format/format.ts"
import { useCurrency } from "#web/lib/money/use-currency.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useSession } from "#web/lib/session/session.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { SandboxNote } from "#web/ui/feedback/sandbox-note.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { usePageHas } from "#web/ui/layout/use-page-has.ts"
import { AskAgain } from "./ask-again.tsx"
import { type AppliedCode, CodeField } from "./code-field.tsx"
import { PendingOrders } from "./pending-orders.tsx"
import { usePay } from "./use-pay.ts"
import { useWaysToPay } from "./use-ways-to-pay.ts"

/** What can be chosen on this screen. */
interface PlanChoice {
  item: string
  title: string
  features: readonly string[]
  /** What it makes, in a few words. */
  makes: string
  price: Record<Currency, number>
  /** Before a promotion of ours; the same as the price without one. */
  fullPrice: Record<Currency, number>
}

const both = (prices: { base_price: string; price_in_naira: string }): Record<Currency, number> => ({
  NGN: priceOf(prices, "NGN"),
  USD: priceOf(prices, "USD"),
})

function creditsPlan(plan: CreditPlan, fees: Fees): PlanChoice {
  return {
    item: itemOfPlan(plan),
    title: plan.plan,
    features: plan.feature,
    makes: picturesOf(plan, fees),
    price: both(plan),
    fullPrice: both(plan),
  }
}

/** Pro Studio at the price that the server says it has now. */
function studioPlan(isPromo: boolean): PlanChoice {
  const { plan, feature, discount_base_price, dicount_price_in_naira } = proStudioPlan
  return {
    item: "studio:pro",
    title: plan,
    features: [...feature, "One model of your product"],
    makes: pricing.studioText,
    price: isPromo
      ? both({ base_price: discount_base_price, price_in_naira: dicount_price_in_naira })
      : both(proStudioPlan),
    fullPrice: both(proStudioPlan),
  }
}

/** The item an address asks for, as the price page does. */
function namedItem(id: string | null): string | undefined {
  if (id === proStudioPlan.id) return "studio:pro"
  const named = creditPlans.find((plan) => plan.id === id)
  return named && itemOfPlan(named)
}

/** /credits-billing: the plans, and paying for one. */
export function CreditsScreen(): ReactElement {
  usePageHas("docked")
  const user = useSession()
  const [search] = useSearchParams()
  const [chosenItem, setChosenItem] = useState(() => namedItem(search.get("plan")))
  const [applied, setApplied] = useState<AppliedCode>()
  const ways = useWaysToPay()
  const { offer } = ways
  const [currency, setCurrency] = useCurrency(offer, user.country)
  const fees = useFees()
  const choices = [
    ...creditPlans.map((plan) => creditsPlan(plan, fees)),
    studioPlan(offer?.isStudioPromo ?? proStudioPlan.is_promo),
  ]
  const chosen = choices.find(({ item }) => item === chosenItem)
  const pay = usePay()
  // A code is worth what the server said for exactly this choice.
  const code = applied && applied.item === chosen?.item && applied.currency === currency ? applied : undefined
  const isKnown = hasDetails(user)
  const reason = ways.trouble ?? (chosen ? !isKnown && <DetailsMissing /> : "Choose a plan first.")
  const order = (isAgain = false): void => {
    if (!chosen) return
    const body = {
      item: chosen.item,
      currency,
      ...(code && { code: code.code }),
      ...(isAgain && { payAgain: true }),
    }
    // A code that ended since it was tried takes nothing off any more: the price that is shown is the one of the next press.
    pay.mutate(body, (error) => error instanceof ApiError && error.fields.code && setApplied(undefined))
  }
  // What was refused was another order.
  const forgetRefusal = (): void => {
    if (pay.isError) pay.reset()
  }
  const isCodeRefused = pay.error instanceof ApiError && pay.error.fields.code !== undefined
  return (
    <div className="grid gap-8 pb-24 lg:pb-0">
      <div className="flex flex-wrap items-end justify-between gap-6">
        <div className="grid gap-3">
          <h1 className="text-3xl">Buy credits</h1>
          <p className="max-w-measure text-ink-soft">
            Credits do not expire. With any plan you can keep your pictures private.
          </p>
          <p>
            <TextLink to="/account#credits">Your credits and orders</TextLink>
          </p>
        </div>
        <CurrencyChoice
          value={currency}
          onPick={(picked) => {
            setCurrency(picked)
            forgetRefusal()
          }}
        />
      </div>
      <PendingOrders />
      <fieldset>
        <legend className="sr-only">Plan</legend>
        <div className="grid gap-4 md:grid-cols-3">
          {choices.map((plan) => (
            <PlanTile
              key={plan.item}
              plan={plan}
              currency={currency}
              isPicked={plan === chosen}
              onPick={() => {
                setChosenItem(plan.item)
                forgetRefusal()
              }}
            />
          ))}
        </div>
      </fieldset>
      {/* Known only with the offer: above the plans it would push them down under a finger. */}
      {offer?.isSandbox && <SandboxNote />}
      <DetailsFirst user={user} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <CodeField
          choice={chosen && { item: chosen.item, currency }}
          applied={code}
          onApply={setApplied}
          refusal={pay.error instanceof ApiError ? pay.error.fields.code : undefined}
        />
        <div
          data-docked=""
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 bg-surface lg:grid-cols-1 lg:justify-items-start lg:gap-4 lg:rounded-card lg:p-6 tall:at-lower-edge short:at-lower-edge"
        >
          <div className="grid min-w-0 lg:gap-4">
            <p className="truncate font-display font-semibold lg:text-xl">
              {chosen ? chosen.title : "Nothing chosen yet"}
            </p>
            {chosen && (
              <p className="font-display text-xl font-semibold tabular-nums lg:text-3xl">
                {code && code.amount < code.listAmount && (
                  <s className="mr-3 text-base text-ink-soft lg:text-xl">
                    <span className="sr-only">Before: </span>
                    {formatMoney(code.listAmount, currency)}
                  </s>
                )}
                {formatMoney(code ? code.amount : chosen.price[currency], currency)}
              </p>
            )}
          </div>
          <Button
            size="large"
            disabled={reason !== false}
            busy={pay.isPending || pay.isSuccess}
            aria-describedby="payments-note"
            onClick={() => order()}
          >
            Pay
          </Button>
          <p
            id="payments-note"
            role="status"
            className={`col-span-full text-sm text-ink-soft lg:text-base ${ways.trouble || (chosen && !isKnown) ? "" : "max-lg:sr-only"}`}
          >
            {reason || "By card, bank transfer or USSD, on the next page."}
          </p>
          <AskAgain ways={ways} />
          {pay.isError && (
            <div className="col-span-full">
              <FormTrouble message={messageOf(pay.error, noAnswerMessage)}>
                {isCodeRefused && <p className="text-sm">The price above is without it.</p>}
                {isUnderWay(pay.error) && (
                  <div>
                    <Button variant="secondary" onClick={() => order(true)}>
                      Pay once more
                    </Button>
                  </div>
                )}
              </FormTrouble>
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

interface PlanTileProps {
  plan: PlanChoice
  currency: Currency
  isPicked: boolean
  onPick: () => void
}

function PlanTile({ plan, currency, isPicked, onPick }: PlanTileProps): ReactElement {
  const isWide = plan.item === "studio:pro"
  return (
    <label
      className={`relative grid content-start gap-5 rounded-card border border-line bg-surface p-6 transition-colors hover:border-line-strong has-checked:border-indigo has-checked:bg-indigo-wash has-checked:ring-1 has-checked:ring-indigo has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo ${isWide ? "md:col-span-3 md:grid-cols-[1fr_1fr_auto] md:items-center" : ""}`}
    >
      <input
        type="radio"
        name="plan"
        value={plan.item}
        checked={isPicked}
        onChange={onPick}
        className="absolute inset-0 cursor-[inherit] opacity-0"
      />
      <span className="grid gap-2">
        <span className="font-display text-xl font-semibold">{plan.title}</span>
        <span className="text-sm text-ink-soft tabular-nums">{plan.makes}</span>
      </span>
      <span className={`font-display text-4xl font-semibold tabular-nums ${isWide ? "md:order-last" : ""}`}>
        {plan.fullPrice[currency] > plan.price[currency] && (
          <s className="mr-3 text-2xl text-ink-soft">
            <span className="sr-only">Before: </span>
            {formatMoney(plan.fullPrice[currency], currency)}
          </s>
        )}
        {formatMoney(plan.price[currency], currency)}
      </span>
      <span className="grid gap-2">
        {plan.features.map((feature) => (
          <span key={feature} className="flex gap-2">
            <Check aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-leaf" />
            {formatThousands(feature)}
          </span>
        ))}
      </span>
    </label>
  )
}
