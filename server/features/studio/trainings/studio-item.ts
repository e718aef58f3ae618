import { z } from "zod"
import { proStudioAllowance, proStudioPlan } from "#contract/catalogue/plans.ts"
import { messages } from "#contract/messages.ts"
import { orderItem } from "#server/declarations/services.ts"
import { keepReference } from "#server/features/money/codes/service.ts"
import {
  creditsOf,
  creditWords,
  minorUnits,
  purchase,
  takeBackPurchase,
  unknownPlan,
} from "#server/features/money/credits/service.ts"
import { isStudioPromo } from "#server/features/money/feature-flags/service.ts"
import { formatNumber } from "#server/platform/text/format-number.ts"
import { takeTrainingBack } from "./service.ts"

const NoOptions = z.strictObject({})

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
        NGN: minorUnits(isPromo ? dicount_price_in_naira : price_in_naira),
        USD: minorUnits(isPromo ? discount_base_price : base_price),
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
    if (accountId === null) return "nothing: the account is gone"
    const made = await takeTrainingBack(tx, s, accountId, txRef)
    const credits = creditWords(order, await takeBackPurchase(tx, accountId, txRef))
    const images = typeof details.images === "number" ? details.images : 0
    return `${credits}, and ${Math.max(0, images - made)} of ${images} product images${made > 0 ? `; ${made} were made` : ""}`
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
