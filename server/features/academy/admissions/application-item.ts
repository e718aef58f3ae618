import { ApplicationOptions } from "#contract/academy/admissions.ts"
import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import { termsOf } from "#contract/catalogue/programs/terms.ts"
import { messages } from "#contract/messages.ts"
import { momentOf } from "#server/declarations/order-item.ts"
import { orderItem } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { checkMayApply, openApplication } from "./apply.ts"
import { takeApplicationBack } from "./decisions.ts"

/** The fee of an application, such as `application:systems_intergration`; in naira for everybody. */
export const applicationItem = orderItem({
  kind: "application",
  options: ApplicationOptions,
  needsVerified: true,

  async quote(tx, s, buyer, name) {
    const cohort = await checkMayApply(s, tx, buyer.accountId, name)
    const program = findProgram(name)
    if (!program) throw new AppError("not_found", "This program cannot be applied for.")
    return {
      title: `Application fee: ${program.program_name}, cohort ${cohort.number}`,
      prices: { NGN: termsOf(program, cohort).applicationFee * 100 },
      details: { cohortId: cohort.id, orderedAt: s.now().toISOString() },
      takesPromotions: false,
    }
  },

  async grant(tx, s, { accountId, name: programId, txRef: orderReference, options, details }) {
    if (accountId === null) return "The account is gone."
    const { guardian } = ApplicationOptions.parse(options)
    const agreed = guardian ? { name: guardian.name, contact: guardian.contact } : null
    const { cohortId } = details
    return openApplication(s, tx, {
      accountId,
      programId,
      orderReference,
      guardian: agreed,
      cohortId: typeof cohortId === "string" ? cohortId : undefined,
      orderedAt: momentOf(details.orderedAt),
    })
  },

  takeBack: (tx, s, { txRef }) => takeApplicationBack(s, tx, txRef),

  success: () => ({ text: messages.applicationPaid, next: { label: "Open your dashboard", path: "/app" } }),
})
