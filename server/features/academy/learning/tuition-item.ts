import { z } from "zod"
import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import { type TuitionPart, tuitionParts } from "#contract/catalogue/tuition.ts"
import { messages } from "#contract/messages.ts"
import { momentOf } from "#server/declarations/order-item.ts"
import { orderItem } from "#server/declarations/services.ts"
import { checkMayPay, payTuition, returnTuition } from "#server/features/academy/admissions/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { considerCertificate } from "./certificates.ts"

const partTitles: Readonly<Record<TuitionPart, string>> = {
  full: "Tuition",
  first: "Tuition, first instalment",
  second: "Tuition, second instalment",
  third: "Tuition, third instalment",
}

/**
 * Tuition of a place, at once or a part of it: `tuition:<place>:full`, `:first`, `:second`, `:third`. It may be the last
 * thing that a certificate waits for.
 */
export const tuitionItem = orderItem({
  kind: "tuition",
  options: z.strictObject({}),
  needsVerified: true,

  async quote(tx, s, buyer, name) {
    const { enrolmentId, part } = readName(name)
    const { enrolment, amountMinor } = await checkMayPay(tx, buyer.accountId, enrolmentId, part, s.now())
    const program = findProgram(enrolment.programId)?.program_name ?? enrolment.programId
    return {
      title: `${partTitles[part]}: ${program}`,
      prices: { NGN: amountMinor },
      details: { orderedAt: s.now().toISOString() },
      takesPromotions: false,
    }
  },

  async grant(tx, s, { accountId, name, txRef: orderReference, details }) {
    if (accountId === null) return "The account is gone."
    const orderedAt = momentOf(details.orderedAt)
    const refusal = await payTuition(s, tx, { ...readName(name), orderReference, orderedAt })
    if (refusal === null) await considerCertificate(s, tx, accountId)
    return refusal
  },

  takeBack: (tx, _s, { txRef }) => returnTuition(tx, txRef),

  success: () => ({ text: messages.tuitionPaid, next: { label: "Open your dashboard", path: "/app" } }),
})

/** @throws AppError `not_found` for anything that is no part of a place's tuition */
function readName(name: string): { enrolmentId: string; part: TuitionPart } {
  const [enrolmentId = "", given = ""] = name.split(":")
  const part = tuitionParts.find((one) => one === given)
  if (!part) throw new AppError("not_found", "There is no such payment.")
  return { enrolmentId, part }
}
