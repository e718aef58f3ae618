import { z } from "zod"
import { applicationStatuses, cohortStatesPath, journeyPath, waitFormPath } from "#contract/catalogue/applications.ts"
import { tuitionParts } from "#contract/catalogue/tuition.ts"
import { endpoint } from "#contract/endpoint.ts"
import { event } from "#contract/event.ts"
import { ageFields } from "#contract/identity/age-fields.ts"
import { Currency } from "#contract/money/orders.ts"
import { EmailAddress, PlainText, RecordId } from "#contract/primitives.ts"
import { ProgramTermsView } from "./program-terms.ts"

export const ApplicationStatusName = z.enum(applicationStatuses)

/** Name of a place's time, such as `Africa/Lagos`. */
export const TimeZone = z
  .string()
  .max(64)
  .refine((name) => {
    try {
      new Intl.DateTimeFormat("en", { timeZone: name })
      return true
    } catch {
      return false
    }
  }, "Unknown time zone")

const ProgramSlug = PlainText.min(1).max(60)

export const CohortView = z.object({
  number: z.number().int(),
  /** `begun`: the first class is past. `closed`: no applications. `full`: every seat is taken. */
  state: z.enum(["open", "full", "closed", "begun"]),
  startsOn: z.string(),
  applyBy: z.string(),
  /** Last day on which an admitted person takes the place. */
  enrolBy: z.string(),
  /** The date may still move. */
  isPlanned: z.boolean(),
  seatsLeft: z.number().int(),
  /** Fees and words; absent for a program without a page of its own. */
  terms: ProgramTermsView.optional(),
})
export type CohortView = z.infer<typeof CohortView>

const ProgramCohort = z.object({ programId: z.string(), isLocked: z.boolean(), cohort: CohortView.nullable() })
export type ProgramCohort = z.infer<typeof ProgramCohort>

export const listCohortStates = endpoint({
  method: "GET",
  path: cohortStatesPath,
  access: "anyone",
  summary: "For every program the cohort one can apply for, or the newest and why one cannot",
  reply: z.object({ data: z.array(ProgramCohort) }),
})

const Wish = z.object({ program: ProgramSlug, email: EmailAddress })

export const awaitCohort = endpoint({
  method: "POST",
  path: "/academy/waitlist",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Leaves an address that is told once when applications to a program open; at once where they are open",
  body: Wish,
  reply: z.object({ message: z.string() }),
})

/** The same from a browser without scripts: a plain form, answered with a page. */
export const awaitCohortForm = endpoint({
  method: "POST",
  path: waitFormPath,
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Leaves an address that waits, from a form that is sent without scripts; answers with a page",
  body: Wish,
  reply: z.string(),
})

/** What the link of a mail about waiting carries. */
const WaitingKey = z.object({ id: RecordId, key: PlainText.max(64) })

/** Changes nothing, since programs that check mails for harm follow every link. */
export const leaveWaitlistPage = endpoint({
  method: "GET",
  path: "/academy/waitlist/leave",
  access: "anyone",
  summary: "Page of the link in a mail about waiting, with the button that takes the address off",
  query: WaitingKey,
  reply: z.string(),
})

export const leaveWaitlist = endpoint({
  method: "POST",
  path: "/academy/waitlist/leave",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Takes an address off that waits; answers with a page",
  body: WaitingKey,
  reply: z.string(),
})

/** A point of the timeline: done, or null while it is to come. */
const Step = z.object({ status: ApplicationStatusName, at: z.string(), note: z.string() })

const Instalment = z.object({
  part: z.enum(tuitionParts),
  /** Naira. */
  amount: z.number(),
  dueOn: z.string(),
  paidAt: z.string(),
})

export const TuitionState = z.enum(["offered", "settled", "on_time", "due_soon", "grace", "locked", "ended"])
export type TuitionState = z.infer<typeof TuitionState>

/** A place in a cohort and what is to be paid for it. */
export const EnrolmentView = z.object({
  id: z.string(),
  state: TuitionState,
  plan: z.enum(["full", "instalments", "award"]).nullable(),
  /** Until this day the place can be taken. */
  enrolBy: z.string(),
  /** Naira, for choosing; what a scholarship takes off is off already. */
  prices: z.record(z.enum(tuitionParts), z.number()),
  /** Naira that the scholarship takes off. */
  award: z.number(),
  instalments: z.array(Instalment),
  /** What to pay next; null when there is nothing. */
  next: Instalment.nullable(),
  /** When lessons are locked unless it is paid; "" when nothing is due. */
  locksOn: z.string(),
})
export type EnrolmentView = z.infer<typeof EnrolmentView>

export const InterviewView = z.object({
  slotId: z.string(),
  startsAt: z.string(),
  minutes: z.number().int(),
  timeZone: z.string(),
  /** The same clock as in the mail: "Tuesday, 1 December 2026 at 10:00 (Lagos time, GMT+1)". */
  words: z.string(),
  place: z.string(),
  canChange: z.boolean(),
})
export type InterviewView = z.infer<typeof InterviewView>

const AssessmentSummary = z.object({
  state: z.enum(["not_open", "ready", "running", "waiting_for_marks", "marked"]),
  attempt: z.number().int(),
  endsAt: z.string(),
  points: z.number().int().nullable(),
  maxPoints: z.number().int().nullable(),
})

const ApplicationView = z.object({
  id: z.string(),
  status: ApplicationStatusName,
  program: z.string(),
  programId: z.string(),
  cohort: CohortView.nullable(),
  steps: z.array(Step),
  canWithdraw: z.boolean(),
})

/** An application that a newer one stands before, with its place if it has one. */
const OtherApplication = z.object({ application: ApplicationView, enrolment: EnrolmentView.nullable() })
export type OtherApplication = z.infer<typeof OtherApplication>

/** A payment of any kind that the provider still waits for. */
const PaymentOnItsWay = z.object({
  tx_ref: z.string(),
  item: z.string(),
  title: z.string(),
  /** Major units. */
  amount: z.number(),
  currency: Currency,
})
export type PaymentOnItsWay = z.infer<typeof PaymentOnItsWay>

/** All that the dashboard and the pages of the journey show of a person's way into a program. */
export const Journey = z.object({
  checklist: z.object({ isConfirmed: z.boolean(), hasPicture: z.boolean(), hasBought: z.boolean() }),
  application: ApplicationView.nullable(),
  assessment: AssessmentSummary.nullable(),
  interview: InterviewView.nullable(),
  enrolment: EnrolmentView.nullable(),
  isActivated: z.boolean(),
  /** Applications to other programs that did not come to nothing, newest first. */
  others: z.array(OtherApplication),
  paymentsOnTheirWay: z.array(PaymentOnItsWay),
})
export type Journey = z.infer<typeof Journey>

export const getJourney = endpoint({
  method: "GET",
  path: journeyPath,
  access: "session",
  summary: "Own way into a program: steps, assessment, interview, place and tuition",
  reply: z.object({ data: Journey }),
})

export const withdrawApplication = endpoint({
  method: "POST",
  path: "/academy/withdrawal",
  access: "session",
  summary: "Ends an own application, the present one unless another is named",
  body: z.object({ applicationId: RecordId.optional(), reason: PlainText.trim().max(500).default("") }),
  reply: z.object({ message: z.string() }),
})

/** What is sent with a new stage; `ProgamId` is spelt as stored, the right spelling is taken too. */
const StageBody = z.object({
  userId: RecordId,
  stage: PlainText.max(40),
  program: PlainText.max(120),
  ProgamId: PlainText.max(60).optional(),
  programId: PlainText.max(60).optional(),
})

export const updateStage = endpoint({
  method: "POST",
  path: "/stage",
  access: "session",
  summary: "Records a person's stage; only with a verified application fee",
  body: StageBody,
  reply: z.object({ message: z.string(), data: z.object({ stage: z.string() }) }),
})

const ApplicationRecord = z
  .object({
    $id: z.string(),
    userId: z.string(),
    stage: z.string(),
    program: z.string(),
    ProgamId: z.string(),
    status: ApplicationStatusName,
    txRef: z.string().nullable(),
  })
  .meta({ id: "ApplicationRecord" })

export const createApplicationRecord = endpoint({
  method: "POST",
  path: "/applications",
  access: "session",
  summary: "Answers with the application that the paid fee made",
  body: StageBody,
  reply: z.object({ message: z.string(), data: ApplicationRecord }),
})

export const acceptPlace = endpoint({
  method: "POST",
  path: "/academy/enrolment",
  access: "session",
  summary: "Takes a place for which a scholarship pays all",
  body: z.object({ applicationId: RecordId.optional() }),
  reply: z.object({ message: z.string() }),
})

export const admissionChanged = event({
  name: "admissions.changed",
  payload: z.object({ status: ApplicationStatusName }),
})

/** What has to be confirmed with an order of the application fee: the age, and under 18 who agrees. */
export const ApplicationOptions = z
  .object(ageFields)
  .refine(({ ageConfirmed, guardian }) => ageConfirmed === true || guardian !== undefined, {
    message: "Please confirm your age",
    path: ["ageConfirmed"],
  })
