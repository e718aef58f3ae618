import { z } from "zod"
import { creditPlans, proStudioAllowance, proStudioPlan } from "#contract/catalogue/plans.ts"
import { messages } from "#contract/messages.ts"
import { keepReference } from "#server/features/codes/service.ts"
import { isStudioPromo } from "#server/features/switches/service.ts"
import { takeTrainingBack } from "#server/features/trainings/service.ts"
import { type OrderedItem, orderItem } from "#server/order-item.ts"
import { AppError } from "#server/platform/errors.ts"
import { formatNumber } from "#server/platform/format-number.ts"
import { purchase, type TakenBack, takeBackPurchase } from "./service.ts"

const NoOptions = z.strictObject({})

/** Digits of a price list as kobo or cents. */
function minor(digits: string): number {
  return Math.round(Number(digits) * 100)
}

function creditsOf({ details }: OrderedItem): number {
  return typeof details.credits === "number" ? details.credits : 0
}

/** "165 of 200 credits; 35 were used". */
function creditWords(order: OrderedItem, { taken, held }: TakenBack): string {
  const used = Math.max(0, creditsOf(order) - taken - held)
  const notes = [
    ...(used > 0 ? [`${used} were used`] : []),
    ...(held > 0 ? [`${held} are held by work under way and follow if it comes to nothing`] : []),
  ]
  return [`${formatNumber(taken)} of ${formatNumber(creditsOf(order))} credits`, ...notes].join("; ")
}

/** Credits by the plan: `credits:basic`, `credits:pro` and `credits:max`. */
export const creditsItem = orderItem({
  kind: "credits",
  options: NoOptions,
  needsVerified: false,

  async quote(_tx, _s, _buyer, name) {
    const plan = creditPlans.find(({ id }) => id === name)
    if (!plan) throw unknownPlan()
    return {
      title: `${plan.plan}: ${formatNumber(plan.credits)} credits`,
      prices: { NGN: minor(plan.price_in_naira), USD: minor(plan.base_price) },
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

/** Pro Studio: photoshoot pictures, one training by the order's reference, and credits. */
export const studioItem = orderItem({
  kind: "studio",
  options: NoOptions,
  needsVerified: false,

  async quote(tx, _s, _buyer, name) {
    if (name !== "pro") throw unknownPlan()
    const isPromo = await isStudioPromo(tx)
    const { plan, price_in_naira, base_price, dicount_price_in_naira, discount_base_price } = proStudioPlan
    const { images, credits } = proStudioAllowance
    return {
      title: `${plan}: ${images} product images, ${formatNumber(credits)} credits`,
      prices: {
        NGN: minor(isPromo ? dicount_price_in_naira : price_in_naira),
        USD: minor(isPromo ? discount_base_price : base_price),
      },
      details: { credits, images },
      takesPromotions: true,
    }
  },

  async grant(tx, s, order) {
    const { accountId, txRef } = order
    if (accountId === null) return "The account is gone."
    await purchase(tx, { accountId, amount: creditsOf(order), purpose: txRef, note: order.title })
    await keepReference(tx, s.config, accountId, txRef)
    return null
  },

  async takeBack(tx, s, order) {
    const { accountId, txRef, details } = order
    if (accountId === null) return "The account is gone."
    const made = await takeTrainingBack(tx, s, accountId, txRef)
    const credits = creditWords(order, await takeBackPurchase(tx, accountId, txRef))
    const images = typeof details.images === "number" ? details.images : 0
    return `${credits}. ${Math.max(0, images - made)} of ${images} product images${made > 0 ? `; ${made} were made` : ""}`
  },

  success: ({ txRef }, isReferenceGood) =>
    isReferenceGood
      ? {
          text: messages.studioPaid,
          next: { label: "Start the photoshoot", path: `/training?ref=${txRef}` },
          isUnused: true,
        }
      : {
          text: "The model of this order has been started.",
          next: { label: "Your models", path: "/training-dataset" },
        },
})

function unknownPlan(): AppError {
  const message = "There is no such plan."
  return new AppError("general_argument_invalid", message, { fields: { item: message } })
}
