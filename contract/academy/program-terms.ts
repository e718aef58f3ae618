import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { OptionalReason, Reason } from "#contract/identity/reason.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"

const Words = (most: number) => PlainText.trim().min(2, "Please write something").max(most)

/** Told only once it is known. */
const LaterWords = (most: number) => PlainText.trim().max(most).default("")

const ProgramTextsInput = z.object({
  card: Words(400),
  hero: Words(400),
  neededBy: Words(600),
  callHeading: Words(120),
  callText: Words(400),
  classTimes: LaterWords(160),
  teachers: LaterWords(1_500),
  needs: LaterWords(600),
})

/** Whole naira as digits, as the catalogue writes prices. */
const Naira = z.string().regex(/^[1-9]\d{2,7}$/, "Please give whole naira, in digits only")

const tranches = ["first", "second", "third"] as const

const Prices = z.object({
  total: Naira,
  discounted_total: Naira,
  first_tranche: Naira,
  second_tranche: Naira,
  third_tranche: Naira,
  discounted_first_tranche: Naira,
  discounted_second_tranche: Naira,
  discounted_third_tranche: Naira,
})

/** Refuses prices that no learner could be charged, each at its field. */
function checkPrices(prices: z.infer<typeof Prices>, context: z.RefinementCtx): void {
  const higher = "Must not be more than the full price"
  if (Number(prices.discounted_total) > Number(prices.total)) {
    context.addIssue({ code: "custom", path: ["discounted_total"], message: higher })
  }
  for (const part of tranches) {
    if (Number(prices[`discounted_${part}_tranche`]) > Number(prices[`${part}_tranche`])) {
      context.addIssue({ code: "custom", path: [`discounted_${part}_tranche`], message: higher })
    }
  }
  const plan = tranches.reduce((sum, part) => sum + Number(prices[`discounted_${part}_tranche`]), 0)
  if (plan < Number(prices.discounted_total)) {
    const message = "The instalments must come to the price at least"
    context.addIssue({ code: "custom", path: ["discounted_third_tranche"], message })
  }
}

/** What of a program may differ from cohort to cohort, as pages show it. */
export const ProgramTermsView = z.object({
  applicationFee: z.number(),
  tuition: z.object({
    total: z.string(),
    discounted_total: z.string(),
    first_tranche: z.string(),
    second_tranche: z.string(),
    third_tranche: z.string(),
    discounted_first_tranche: z.string(),
    discounted_second_tranche: z.string(),
    discounted_third_tranche: z.string(),
  }),
  texts: z.object({
    card: z.string(),
    hero: z.string(),
    neededBy: z.string(),
    callHeading: z.string(),
    callText: z.string(),
    classTimes: z.string(),
    teachers: z.string(),
    needs: z.string(),
  }),
})

const CohortParams = z.object({ id: RecordId })

export const changeCohortTexts = endpoint({
  method: "PUT",
  path: "/operators/admissions/cohorts/:id/texts",
  access: "session",
  summary: "For owners and content: writes the program's words anew for this cohort; public pages show them at once",
  params: CohortParams,
  body: ProgramTextsInput.extend({ version: z.number().int().min(1), reason: OptionalReason }),
  reply: z.object({ message: z.string() }),
})

export const changeCohortFees = endpoint({
  method: "PUT",
  path: "/operators/admissions/cohorts/:id/fees",
  access: "session",
  summary: "For owners and finance: the fees of this cohort; applications that are there keep theirs",
  params: CohortParams,
  body: Prices.extend({
    /** Naira. */
    applicationFee: z.number().int().min(100).max(1_000_000),
    version: z.number().int().min(1),
    reason: Reason,
  }).superRefine(checkPrices),
  reply: z.object({ message: z.string() }),
})
