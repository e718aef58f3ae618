import { z } from "zod"
import { applicationStatuses, declineReasonNames } from "#contract/catalogue/applications.ts"
import { endpoint } from "#contract/endpoint.ts"
import { OptionalReason, Reason, tooShort } from "#contract/identity/reason.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { ApplicationStatusName, EnrolmentView, InterviewView } from "./admissions.ts"

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
  /** Only those of learners who have not paid what was due. */
  tuition: z.literal("overdue").optional(),
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

const ApplicationFile = Row.extend({
  paymentReference: z.string().nullable(),
  steps: z.array(
    z.object({
      status: ApplicationStatusName,
      at: z.string(),
      note: z.string(),
      actor: z.string(),
      /** Name of the operator; "" where none took it, or their account is gone. */
      operator: z.string(),
    }),
  ),
  guardian: z.object({ name: z.string(), contact: z.string(), consentedAt: z.string() }).nullable(),
  assessmentId: z.string().nullable(),
  points: z.number().int().nullable(),
  maxPoints: z.number().int().nullable(),
  /** Tries before the last one. */
  earlierTries: z.array(
    z.object({
      id: z.string(),
      attempt: z.number().int(),
      points: z.number().int().nullable(),
      maxPoints: z.number().int(),
    }),
  ),
  canRetake: z.boolean(),
  interview: InterviewView.nullable(),
  /** Interviews that are over, the last one first, with what was thought of them. */
  interviewsOver: z.array(
    z.object({
      words: z.string(),
      outcome: z.enum(["held", "missed"]),
      remarks: z.string(),
      /** From 1 to 5; null for none. */
      score: z.number().int().nullable(),
      /** Name of who wrote it down; "" where their account is gone. */
      by: z.string(),
    }),
  ),
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

/** Why an applicant is declined: needed for that alone, and told in the letter before the operator's own words. */
const Why = z.enum(declineReasonNames).nullable().default(null)

const DecisionBody = z.object({
  outcome: z.enum(["admitted", "waitlisted", "declined"]),
  note: PlainText.trim().max(2_000).default(""),
  declineReason: Why,
  scholarship: z.enum(["full", "partial"]).nullable().default(null),
  /** Naira of a partial scholarship. */
  award: z.number().int().min(1).max(10_000_000).nullable().default(null),
})

export const previewEmail = endpoint({
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
  body: DecisionBody.extend({ reason: OptionalReason }),
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
    declineReason: Why,
    reason: OptionalReason,
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
  body: z
    .object({
      outcome: z.enum(["held", "missed", "cancelled"]),
      note: PlainText.trim().max(2_000).default(""),
      /** What whoever held it thinks of it, for whoever decides. */
      remarks: PlainText.trim().max(5_000).default(""),
      score: z.number().int().min(1).max(5).nullable().default(null),
      reason: OptionalReason,
    })
    // It takes a booked time from the applicant.
    .refine(({ outcome, reason }) => outcome !== "cancelled" || Reason.safeParse(reason).success, {
      path: ["reason"],
      message: tooShort,
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
