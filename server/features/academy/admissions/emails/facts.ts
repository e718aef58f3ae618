import type { EnrolmentView } from "#contract/academy/admissions.ts"

/** What every letter knows of its receiver. */
export interface ReceivedEmail {
  name: string
  /** Address of this installation, without a slash at the end. */
  publicUrl: string
}

/** What letters about an application know; each takes what it needs. */
export interface EmailFacts extends ReceivedEmail {
  /** Name of the program. */
  program: string
  programId: string
  cohort: { number: number; startsOn: string; isPlanned: boolean; enrolBy: string } | null
  scholarship: "full" | "partial" | null
  /** Set in letters about an interview. */
  interview: { words: string; minutes: number; place: string } | null
  enrolment: EnrolmentView | null
  assessment: { points: number | null; maxPoints: number } | null
  /** What an operator wrote for the applicant; "" for nothing. */
  note: string
}
