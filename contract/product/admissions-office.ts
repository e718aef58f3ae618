import { z } from "zod"
import { applicationStatuses } from "#contract/catalogue/applications.ts"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { ApplicationStatusName, Day, EnrolmentView, InterviewView, TimeZone } from "./admissions.ts"
import { AnswerValue, Question } from "./assessment.ts"
import { ProgramTermsView } from "./program-terms.ts"
import { Reason } from "./reason.ts"

/** Calls of the people who admit: operators with the role `admissions` or `owner`. */

const Row = z.object({
  id: z.string(),
  status: ApplicationStatusName,
  program: z.string(),
  programId: z.string(),
  cohort: z.number().int().nullable(),
  scholarship: z.enum(["full", "partial"]).nullable(),
  name: z.string(),
  email: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

/** Id of a program, to narrow a list down by. */
const program = PlainText.max(60).optional()

/** What the board can be narrowed down by. */
export const ApplicationFilters = z.object({
  status: z.enum(applicationStatuses).optional(),
  program,
  search: PlainText.trim().max(100).default(""),
})

export const listApplications = endpoint({
  method: "GET",
  path: "/operators/admissions/applications",
  access: "session",
  summary: "Applications at one status, those that wait longest first, and how many there are at each",
  query: ApplicationFilters,
  reply: z.object({
    data: z.array(Row),
    counts: z.partialRecord(z.enum(applicationStatuses), z.number().int()),
  }),
})

export const listApplicationsCsv = endpoint({
  method: "GET",
  path: "/operators/admissions/applications.csv",
  access: "session",
  summary: "The same applications, all of them, as a table for spreadsheets",
  query: ApplicationFilters,
  reply: z.unknown(),
})

const Params = z.object({ id: RecordId })

const Marked = Question.extend({
  /** Ids of the right choices. */
  right: z.array(z.string()),
  /** What the marker looks for; "" where nobody has to. */
  guide: z.string(),
  value: AnswerValue,
  /** Points so far; null until somebody gives them. */
  given: z.number().int().nullable(),
  comment: z.string(),
})

const MarkSheet = z.object({
  id: z.string(),
  applicationId: z.string(),
  attempt: z.number().int(),
  submittedAt: z.string(),
  isMarked: z.boolean(),
  points: z.number().int().nullable(),
  maxPoints: z.number().int(),
  questions: z.array(Marked),
})
export type MarkSheet = z.infer<typeof MarkSheet>

const ApplicationFile = Row.extend({
  paymentReference: z.string().nullable(),
  steps: z.array(z.object({ status: ApplicationStatusName, at: z.string(), note: z.string(), actor: z.string() })),
  guardian: z.object({ name: z.string(), contact: z.string(), consentedAt: z.string() }).nullable(),
  assessmentId: z.string().nullable(),
  points: z.number().int().nullable(),
  maxPoints: z.number().int().nullable(),
  canRetake: z.boolean(),
  interview: InterviewView.nullable(),
  enrolment: EnrolmentView.nullable(),
  seatsLeft: z.number().int(),
})
export type ApplicationFile = z.infer<typeof ApplicationFile>

export const getApplication = endpoint({
  method: "GET",
  path: "/operators/admissions/applications/:id",
  access: "session",
  summary: "One application with its history, its guardian and its results",
  params: Params,
  reply: z.object({ data: ApplicationFile }),
})

const DecisionBody = z.object({
  outcome: z.enum(["admitted", "waitlisted", "declined"]),
  note: PlainText.trim().max(2_000).default(""),
  scholarship: z.enum(["full", "partial"]).nullable().default(null),
  /** Naira of a partial scholarship. */
  award: z.number().int().min(1).max(10_000_000).nullable().default(null),
})

export const previewLetter = endpoint({
  method: "POST",
  path: "/operators/admissions/applications/:id/letter",
  access: "session",
  summary: "The letter that this decision would send",
  params: Params,
  body: DecisionBody,
  reply: z.object({ data: z.object({ subject: z.string(), text: z.string() }) }),
})

export const decideApplication = endpoint({
  method: "POST",
  path: "/operators/admissions/applications/:id/decision",
  access: "session",
  summary: "Admits, puts on the waitlist or declines, with the letter",
  params: Params,
  body: DecisionBody.extend({ reason: Reason }),
  reply: z.object({ message: z.string() }),
})

/** Most applications that one call decides about. */
export const maxDecidedAtOnce = 100

export const decideMany = endpoint({
  method: "POST",
  path: "/operators/admissions/decisions",
  access: "session",
  summary:
    "Decides about many applications, each by itself, without scholarships; tells what was done and what was not",
  body: z.object({
    ids: z.array(RecordId).min(1).max(maxDecidedAtOnce),
    outcome: z.enum(["admitted", "waitlisted", "declined"]),
    note: PlainText.trim().max(2_000).default(""),
    reason: Reason,
  }),
  reply: z.object({
    message: z.string(),
    data: z.object({ done: z.number().int(), skipped: z.array(z.object({ id: z.string(), why: z.string() })) }),
  }),
})

export const recordInterview = endpoint({
  method: "POST",
  path: "/operators/admissions/applications/:id/interview",
  access: "session",
  summary: "Writes down what became of an interview, or calls it off",
  params: Params,
  body: z.object({
    outcome: z.enum(["held", "missed", "cancelled"]),
    note: PlainText.trim().max(2_000).default(""),
    reason: Reason,
  }),
  reply: z.object({ message: z.string() }),
})

export const allowRetake = endpoint({
  method: "POST",
  path: "/operators/admissions/applications/:id/retake",
  access: "session",
  summary: "Lets the applicant take the assessment once more",
  params: Params,
  body: z.object({ note: PlainText.trim().max(2_000).default(""), reason: Reason }),
  reply: z.object({ message: z.string() }),
})

export const withdrawLearner = endpoint({
  method: "POST",
  path: "/operators/admissions/applications/:id/withdrawal",
  access: "session",
  summary: "Ends the place of an enrolled learner; the seat goes to the waitlist",
  params: Params,
  body: z.object({ note: PlainText.trim().min(3, "Please say why").max(2_000), reason: Reason }),
  reply: z.object({ message: z.string() }),
})

const ToMark = z.object({
  id: z.string(),
  attempt: z.number().int(),
  submittedAt: z.string(),
  program: z.string(),
  name: z.string(),
  email: z.string().nullable(),
})

/** What the list of those that wait for marks can be narrowed down by. */
export const MarkingFilters = z.object({ program })

export const listToMark = endpoint({
  method: "GET",
  path: "/operators/admissions/assessments",
  access: "session",
  summary: "Assessments that wait for marks, those handed in first on top",
  query: MarkingFilters,
  reply: z.object({ data: z.array(ToMark) }),
})

export const listToMarkCsv = endpoint({
  method: "GET",
  path: "/operators/admissions/assessments.csv",
  access: "session",
  summary: "The same assessments, all of them, as a table for spreadsheets",
  query: MarkingFilters,
  reply: z.unknown(),
})

export const getMarkSheet = endpoint({
  method: "GET",
  path: "/operators/admissions/assessments/:id",
  access: "session",
  summary: "One assessment with its answers and what is right",
  params: Params,
  reply: z.object({ data: MarkSheet }),
})

export const markAssessment = endpoint({
  method: "PUT",
  path: "/operators/admissions/assessments/:id/marks",
  access: "session",
  summary: "Writes marks down; with the last one the applicant gets the result",
  params: Params,
  body: z.object({
    marks: z
      .array(
        z.object({
          questionId: z.string().max(60),
          points: z.number().int().min(0).max(100),
          comment: PlainText.trim().max(2_000).default(""),
        }),
      )
      .min(1)
      .max(50),
    reason: Reason,
  }),
  reply: z.object({ message: z.string(), data: z.object({ isMarked: z.boolean() }) }),
})

const Slot = z.object({
  id: z.string(),
  programId: z.string().nullable(),
  startsAt: z.string(),
  minutes: z.number().int(),
  timeZone: z.string(),
  /** On the clock of the zone in which it was opened. */
  words: z.string(),
  place: z.string(),
  status: z.enum(["booked", "held", "missed"]).nullable(),
  applicationId: z.string().nullable(),
  name: z.string().nullable(),
})
export type Slot = z.infer<typeof Slot>

/** What interview times can be narrowed down by. Those for every program count as each one's. */
export const SlotFilters = z.object({ program, state: z.enum(["free", "booked", "held", "missed"]).optional() })

export const listSlots = endpoint({
  method: "GET",
  path: "/operators/admissions/slots",
  access: "session",
  summary: "Interview times from today on for ten weeks, with who booked them",
  query: SlotFilters,
  reply: z.object({ data: z.array(Slot) }),
})

export const listSlotsCsv = endpoint({
  method: "GET",
  path: "/operators/admissions/slots.csv",
  access: "session",
  summary: "The same times as a table for spreadsheets",
  query: SlotFilters,
  reply: z.unknown(),
})

export const openSlots = endpoint({
  method: "POST",
  path: "/operators/admissions/slots",
  access: "session",
  summary: "Opens times for interviews on one day",
  body: z.object({
    day: Day,
    /** Clock times in the zone, such as 10:00. */
    times: z
      .array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Please give times such as 10:00"))
      .min(1)
      .max(24),
    timeZone: TimeZone,
    minutes: z.number().int().min(10).max(180),
    place: PlainText.trim().min(3, "Please give the link or the phone number").max(500),
    program: PlainText.max(60).nullable().default(null),
    reason: Reason,
  }),
  reply: z.object({ message: z.string() }),
  status: 201,
})

export const closeSlot = endpoint({
  method: "DELETE",
  path: "/operators/admissions/slots/:id",
  access: "session",
  summary: "Takes a time back that nobody booked",
  params: Params,
  body: z.object({ reason: Reason }),
  reply: z.object({ message: z.string() }),
})

const CohortValues = z
  .object({
    startsOn: Day,
    applyBy: Day,
    enrolBy: Day,
    seats: z.number().int().min(0).max(10_000),
    fullScholarships: z.number().int().min(0).max(100),
    partialScholarships: z.number().int().min(0).max(100),
    isOpen: z.boolean(),
  })
  .refine(({ startsOn, applyBy }) => applyBy <= startsOn, { message: "Must not be after the start", path: ["applyBy"] })
  .refine(({ startsOn, enrolBy }) => enrolBy <= startsOn, { message: "Must not be after the start", path: ["enrolBy"] })

const CohortRow = z.object({
  id: z.string(),
  programId: z.string(),
  number: z.number().int(),
  startsOn: z.string(),
  applyBy: z.string(),
  enrolBy: z.string(),
  seats: z.number().int(),
  taken: z.number().int(),
  fullScholarships: z.number().int(),
  partialScholarships: z.number().int(),
  isOpen: z.boolean(),
  isPlanned: z.boolean(),
  terms: ProgramTermsView,
})
export type CohortRow = z.infer<typeof CohortRow>

/** What cohorts can be narrowed down by. */
export const CohortFilters = z.object({ program, state: z.enum(["open", "closed"]).optional() })

export const listCohorts = endpoint({
  method: "GET",
  path: "/operators/admissions/cohorts",
  access: "session",
  summary: "Every cohort with its seats",
  query: CohortFilters,
  reply: z.object({ data: z.array(CohortRow) }),
})

export const listCohortsCsv = endpoint({
  method: "GET",
  path: "/operators/admissions/cohorts.csv",
  access: "session",
  summary: "The same cohorts as a table for spreadsheets",
  query: CohortFilters,
  reply: z.unknown(),
})

export const addCohort = endpoint({
  method: "POST",
  path: "/operators/admissions/cohorts",
  access: "session",
  summary: "Adds the next cohort of a program",
  body: z.object({ program: PlainText.max(60), values: CohortValues, reason: Reason }),
  reply: z.object({ message: z.string() }),
  status: 201,
})

export const changeCohort = endpoint({
  method: "PUT",
  path: "/operators/admissions/cohorts/:id",
  access: "session",
  summary: "Changes a cohort, opens or closes it, and confirms its date",
  params: Params,
  body: z.object({ values: CohortValues, reason: Reason }),
  reply: z.object({ message: z.string() }),
})
export type CohortInput = z.infer<typeof CohortValues>
