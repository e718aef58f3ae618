import { z } from "zod"
import { creditPlans } from "#contract/catalogue/plans.ts"
import { messages } from "#contract/messages.ts"
import { orderItem } from "#server/declarations/services.ts"
import { formatNumber } from "#server/platform/text/format-number.ts"
import { creditsOf, creditWords, minorUnits, purchase, takeBackPurchase, unknownPlan } from "./service.ts"

const NoOptions = z.strictObject({})

/** Credits by the plan; `itemOfPlan` names them. */
export const creditsItem = orderItem({
  kind: "credits",
  options: NoOptions,
  needsVerified: false,

  async quote(_tx, _s, _buyer, name) {
    const plan = creditPlans.find(({ id }) => id === name)
    if (!plan) throw unknownPlan()
    return {
      title: `${plan.plan}: ${formatNumber(plan.credits)} credits`,
      prices: { NGN: minorUnits(plan.price_in_naira), USD: minorUnits(plan.base_price) },
      details: { credits: plan.credits },
      takesPromotions: true,
    }
  },

  async grant(tx, _s, order) {
    if (order.accountId === null) return "The account is gone."
    await purchase(tx, {
      accountId: order.accountId,
      amount: creditsOf(order),
      purpose: order.txRef,
      note: order.title,
    })
    return null
  },

  async takeBack(tx, _s, order) {
    if (order.accountId === null) return "The account is gone."
    return creditWords(order, await takeBackPurchase(tx, order.accountId, order.txRef))
  },

  success: () => ({
    text: messages.creditsPaid,
    next: { label: "Create a picture", path: "/generations/flux?mode=flux1.1-pro" },
  }),
})
