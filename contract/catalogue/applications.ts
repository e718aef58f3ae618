/** Steps of an application to a program, which only the server, the applicant's own acts and operators take. */
export const applicationStatuses = [
  "submitted",
  "paid",
  "kit_sent",
  "assessed",
  "interview_booked",
  "interviewed",
  "admitted",
  "waitlisted",
  "declined",
  "withdrawn",
  "enrolled",
  "completed",
] as const

export type ApplicationStatus = (typeof applicationStatuses)[number]

/** Who may take a step: the server by itself, the applicant, or an operator for admissions. */
export type MoveActor = "server" | "applicant" | "operator"

interface ApplicationMove {
  to: ApplicationStatus
  by: readonly MoveActor[]
}

const withdrawal: ApplicationMove = { to: "withdrawn", by: ["server", "applicant"] }
const refusal: ApplicationMove = { to: "declined", by: ["operator"] }

/**
 * Every step an application may take, and who takes it. The service refuses all others, and so does the database, which
 * holds the same pairs; a test compares the two.
 */
export const applicationMoves: Readonly<Record<ApplicationStatus, readonly ApplicationMove[]>> = {
  submitted: [{ to: "paid", by: ["server"] }, withdrawal],
  paid: [{ to: "kit_sent", by: ["server"] }, refusal, withdrawal],
  kit_sent: [{ to: "assessed", by: ["server", "operator"] }, refusal, withdrawal],
  assessed: [{ to: "kit_sent", by: ["operator"] }, { to: "interview_booked", by: ["applicant"] }, refusal, withdrawal],
  interview_booked: [
    { to: "assessed", by: ["applicant", "operator"] },
    { to: "interviewed", by: ["operator"] },
    withdrawal,
  ],
  interviewed: [{ to: "admitted", by: ["operator"] }, { to: "waitlisted", by: ["operator"] }, refusal, withdrawal],
  waitlisted: [{ to: "admitted", by: ["server", "operator"] }, refusal, withdrawal],
  admitted: [{ to: "enrolled", by: ["server", "applicant"] }, withdrawal],
  enrolled: [
    { to: "completed", by: ["server", "operator"] },
    { to: "withdrawn", by: ["server", "applicant", "operator"] },
  ],
  declined: [],
  withdrawn: [],
  completed: [],
}

/** Applications that are still on their way; a person has one of them at a time. */
export const openStatuses = [
  "submitted",
  "paid",
  "kit_sent",
  "assessed",
  "interview_booked",
  "interviewed",
] as const satisfies readonly ApplicationStatus[]

/** Applications that came to nothing. */
export const endedStatuses = ["declined", "withdrawn"] as const satisfies readonly ApplicationStatus[]

/** Applications that take a seat of their cohort. */
export const seatedStatuses = ["admitted", "enrolled", "completed"] as const satisfies readonly ApplicationStatus[]

/** Why an application is declined, as operators choose it and as the letter tells it: nobody is declined without a reason. */
export const declineReasons = {
  assessment: {
    label: "Too little in the assessment",
    letter: "Your assessment showed that a part of what this program builds on is still missing.",
  },
  fit: {
    label: "The program does not fit the person's plans",
    letter: "From what you told us, this program would not bring you where you want to go.",
  },
  time: {
    label: "Too little time for it",
    letter: "The program takes more time each week than you have for it now.",
  },
  seats: {
    label: "Others were ahead",
    letter: "This cohort has fewer seats than people who were ready for it, and others were ahead of you.",
  },
  facts: {
    label: "Something could not be confirmed",
    letter: "We could not confirm something that we have to know of every applicant, such as a guardian's consent.",
  },
} as const

export type DeclineReason = keyof typeof declineReasons

export const declineReasonNames = Object.keys(declineReasons) as [DeclineReason, ...DeclineReason[]]

/** Whether this step is in the table. */
export function mayMove(from: ApplicationStatus, to: ApplicationStatus, by: MoveActor): boolean {
  return applicationMoves[from].some((move) => move.to === to && move.by.includes(by))
}

/** Dates, times and limits of the way into a program. */
export const admissionRules = {
  /** Days of the academy are days of this place. */
  timeZone: "Africa/Lagos",
  minimumAge: 16,
  /** From this age on nobody else has to agree. */
  adultAge: 18,
  /** Minutes from the first look at the questions to the last answer. */
  assessmentMinutes: 45,
  /** How many questions of each kind an assessment has: one answer, several, own words, a picture of a drawing. */
  assessmentQuestions: { single: 5, several: 3, text: 2, file: 1 },
  /** What is on its way when the time is over still counts for this long, in seconds. */
  assessmentLateSeconds: 120,
  /** Until so many hours before it an interview can be booked, changed and cancelled. */
  interviewCutOffHours: 12,
  /** So many hours before an interview a reminder goes out, to whoever had booked it by then. */
  interviewReminderHours: { day: 24, hour: 1 },
  /** After a due date tuition may be paid for so many days before the lessons are locked. */
  graceDays: 7,
  /** A place offered near or after the last day for places can be taken for so many days more. */
  offerDays: 3,
  /** Hours for which money of an order that was made in time may be on its way, as long as providers are asked about it. */
  paymentHours: 48,
  /** Days before a due date on which a reminder goes out. */
  tuitionReminderDays: [7, 1],
} as const

/** Where the cohorts of all programs are told; pages of words ask here by hand. */
export const cohortStatesPath = "/academy/cohorts"

/** Where a person's own way into a program is told; pages of words ask here by hand. */
export const journeyPath = "/academy/journey"

/** Where the form for an address that waits is sent by a browser without scripts. */
export const waitFormPath = "/academy/waitlist-form"
