import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from "kysely"
import type { ApplicationStatus, MoveActor } from "#contract/catalogue/applications.ts"
import type { ProgramPayment } from "#contract/catalogue/program.ts"
import type { ProgramTexts } from "#contract/catalogue/programs/terms.ts"
import type { TuitionPart } from "#contract/catalogue/tuition.ts"

export interface AdmissionTables {
  applications: ApplicationsTable
  applicationMoves: ApplicationMovesTable
  applicationSteps: ApplicationStepsTable
  applicationGuardians: ApplicationGuardiansTable
  cohorts: CohortsTable
  assessments: AssessmentsTable
  assessmentAnswers: AssessmentAnswersTable
  interviewSlots: InterviewSlotsTable
  interviews: InterviewsTable
  enrolments: EnrolmentsTable
  tuitionPayments: TuitionPaymentsTable
  admissionLetters: AdmissionLettersTable
  cohortWaitlist: CohortWaitlistTable
}

/** A person's way into a program; one at a time is open. */
/** Read as it is, written as its text. */
type OwnJson<Value> = ColumnType<Value | null, string | null | undefined, string | null>

interface ApplicationsTable {
  id: string
  accountId: string
  stage: string
  program: string
  programId: string
  /** A trigger refuses steps that are not in `application_moves`. */
  status: ApplicationStatus
  /** Reference of the verified order; null only before it is paid. */
  paymentReference: string | null
  /** Null for applications from before there were cohorts. */
  cohortId: string | null
  /** Two after an operator allowed a second try. */
  attemptsAllowed: Generated<number>
  scholarship: "full" | "partial" | null
  /** Scholarship in kobo. */
  awardMinor: Generated<string>
  /** What the tuition was when it was made; null is the catalogue's. */
  tuition: OwnJson<ProgramPayment>
  /** Place in the line for a seat; null when never in it. */
  waitlistedAt: Date | null
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
  sequence: Generated<string>
}

/** Steps that the database lets an application take. */
interface ApplicationMovesTable {
  fromStatus: ApplicationStatus
  toStatus: ApplicationStatus
}

/** What happened to an application, and by whom. */
interface ApplicationStepsTable {
  id: Generated<string>
  applicationId: string
  status: ApplicationStatus
  actor: MoveActor
  operatorId: string | null
  note: Generated<string>
  at: Date
}

/** Who agreed for an applicant of 16 or 17 years. */
interface ApplicationGuardiansTable {
  applicationId: string
  accountId: string
  name: string
  contact: string
  consentedAt: Date
}

/** One run of a program. Days are days in Lagos, as YYYY-MM-DD. */
export interface CohortsTable {
  id: string
  programId: string
  number: number
  startsOn: string
  /** Last day on which one can apply. */
  applyBy: string
  /** Last day on which an admitted person can take the seat. */
  enrolBy: string
  seats: number
  fullScholarships: Generated<number>
  partialScholarships: Generated<number>
  /** One of each program at a time. */
  isOpen: boolean
  /** Until an operator confirms the date. */
  isPlanned: Generated<boolean>
  /** Null is the catalogue's, as with the next two. */
  applicationFeeNaira: Generated<number | null>
  tuition: OwnJson<ProgramPayment>
  texts: OwnJson<Partial<ProgramTexts>>
  /** Counts changes, so that none is made on top of another that its operator has not seen. */
  version: Generated<number>
  createdAt: Generated<Date>
  updatedAt: Generated<Date>
}

/** One try at the questions. */
interface AssessmentsTable {
  id: string
  applicationId: string
  accountId: string
  attempt: number
  /** Drawn from the bank at the start, in the order in which they are shown. */
  questionIds: JSONColumnType<string[]>
  startedAt: Date
  endsAt: Date
  submittedAt: Date | null
  markedAt: Date | null
  markedBy: string | null
  points: number | null
  maxPoints: number
}

interface AssessmentAnswersTable {
  assessmentId: string
  questionId: string
  value: ColumnType<AnswerValue, string, string>
  /** Of a file: number of the row of its copy, which its maker cannot change. */
  fileSequence: ColumnType<string | null, string | null | undefined, string | null>
  /** Counts up in the browser, so that a late save does not undo a newer one. */
  revision: string
  savedAt: Date
  /** Null until it is marked. */
  points: number | null
  comment: Generated<string>
}

/** What a person chose or wrote; of a file, the id of its copy. */
export type AnswerValue = string | string[]

/** A time that operators keep free for an interview. */
interface InterviewSlotsTable {
  id: string
  /** Null for every program. */
  programId: string | null
  startsAt: Date
  minutes: number
  /** Zone in which the operator opened it. */
  timeZone: string
  /** Link of the call, or a phone number. */
  place: string
  openedBy: string | null
  createdAt: Generated<Date>
  /** When an operator took it back; null while it is offered or booked. */
  closedAt: Generated<Date | null>
}

interface InterviewsTable {
  id: string
  slotId: string
  applicationId: string
  accountId: string
  /** Zone in which the applicant reads clocks. */
  timeZone: string
  status: "booked" | "cancelled" | "held" | "missed"
  /** Counts the changes, for calendars. */
  revision: Generated<number>
  bookedAt: Date
  endedAt: Date | null
  /** What whoever held it thinks of it; for the team. */
  remarks: Generated<string>
  /** From 1 to 5; null for none. */
  score: ColumnType<number | null, number | null | undefined, number | null>
  /** The operator who wrote down what became of it. */
  recordedBy: ColumnType<string | null, string | null | undefined, string | null>
}

/** A place in a cohort: offered with the admission, active from the first payment on. */
interface EnrolmentsTable {
  id: string
  applicationId: string
  accountId: string
  cohortId: string
  programId: string
  status: "offered" | "active" | "completed" | "ended"
  /** Null while it is offered; `award` when a scholarship pays for all. */
  plan: "full" | "instalments" | "award" | null
  offeredAt: Date
  startedAt: Date | null
  endedAt: Date | null
  /** When the learner last did something there: a lesson, a quiz, a task, a class; null for never. */
  actedAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  /** The later of that and the start; null before it. */
  lastSignAt: GeneratedAlways<Date | null>
  /** When teaching staff last asked a quiet learner how it goes, and who did. */
  writtenAt: ColumnType<Date | null, Date | null | undefined, Date | null>
  writtenBy: ColumnType<string | null, string | null | undefined, string | null>
}

/** What is to be paid once a plan was begun, and what was. */
interface TuitionPaymentsTable {
  enrolmentId: string
  part: TuitionPart
  /** Kobo. */
  amountMinor: string
  /** Day in Lagos, as YYYY-MM-DD. */
  dueOn: string
  paidAt: Date | null
  orderReference: string | null
}

/** Letters that must go out only once. */
interface AdmissionLettersTable {
  applicationId: string
  name: string
  sentAt: Date
}

/** Addresses that want to hear when applications open; gone once they were told. */
interface CohortWaitlistTable {
  id: string
  programId: string
  email: string
  /** Null for visitors. */
  accountId: string | null
  createdAt: Generated<Date>
}
