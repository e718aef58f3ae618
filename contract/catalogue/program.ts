/** What a program card shows on the dashboard (docs/product-rules.md#records). */
export interface ProgramCard {
  name: string
  description: string
  slug: string
  disabled: boolean
}

/** A program with every field of docs/product-rules.md#records, spelt as there (docs/product-rules.md#wire-spelling). */
export interface Program {
  program_name: string
  /** Who needs this (docs/product-rules.md#programs). */
  needed_by: string
  card_descpription_text: string
  slug: string
  /** Name of its picture. */
  card_image: string
  is_disabled: boolean
  hero_subtext: string
  /** Address of the program as a PDF. */
  brochure_link: string
  cohort: string
  /** Day of the first class, as YYYY-MM-DD. */
  cohort_start_date: string
  cohort_duration: string
  /** Words of real learners only; empty until some were given. */
  testimonials: readonly Testimonial[]
  course_outline: readonly CourseTopic[]
  track_phase: TrackPhases
  outcome: readonly string[]
  payment: ProgramPayment
  faqs: readonly { question: string; answer: string }[]
  call_to_action: { heading: string; description: string }
  week: ProgramWeek
}

/** What a learner's week asks, besides what is the same for every program. */
interface ProgramWeek {
  hours: string
  /** What a phone does not do; "" when it does everything. */
  phone: string
  notFor: string
}

interface Testimonial {
  name: string
  designation: string
  text: string
  image: string
}

interface CourseTopic {
  topic: string
  description: string
  outcomes: readonly string[]
  is_elective: boolean
}

interface TrackPhases {
  heading: string
  description: string
  tracks: readonly { name: string; points: readonly string[] }[]
}

/** Naira as digits without a symbol (docs/product-rules.md#two-currencies). */
export interface ProgramPayment {
  total: string
  discounted_total: string
  first_tranche: string
  second_tranche: string
  third_tranche: string
  discounted_first_tranche: string
  discounted_second_tranche: string
  discounted_third_tranche: string
}

/** Paid once per application, in naira everywhere, not given back (docs/product-rules.md#application-fee). */
export const applicationFeeNaira = "10000"

/** Sum of the instalments; for one program it is more than the single payment, and both are shown (docs/product-rules.md#instalments). */
export function instalmentTotals(payment: ProgramPayment): { full: number; discounted: number } {
  const sum = (...parts: string[]): number => parts.reduce((total, part) => total + Number(part), 0)
  return {
    full: sum(payment.first_tranche, payment.second_tranche, payment.third_tranche),
    discounted: sum(
      payment.discounted_first_tranche,
      payment.discounted_second_tranche,
      payment.discounted_third_tranche,
    ),
  }
}
