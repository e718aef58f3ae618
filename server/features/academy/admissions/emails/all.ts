import type { EmailContent } from "#server/mail/email-template.ts"
import { admitted } from "./admitted.ts"
import { applicationReceived } from "./application-received.ts"
import { assessmentAgain } from "./assessment-again.ts"
import { assessmentMarked } from "./assessment-marked.ts"
import { datesChanged } from "./dates-changed.ts"
import { declined } from "./declined.ts"
import { enrolled } from "./enrolled.ts"
import type { EmailFacts } from "./facts.ts"
import { interviewBooked } from "./interview-booked.ts"
import { interviewCancelled } from "./interview-cancelled.ts"
import { interviewReminder } from "./interview-reminder.ts"
import { studyKit } from "./study-kit.ts"
import { tuitionOverdue } from "./tuition-overdue.ts"
import { tuitionReminder } from "./tuition-reminder.ts"
import { waitlisted } from "./waitlisted.ts"
import { withdrawn } from "./withdrawn.ts"

/** Every letter about an application, by its name. */
export const letters = {
  "application-received": applicationReceived,
  "study-kit": studyKit,
  "assessment-marked": assessmentMarked,
  "assessment-again": assessmentAgain,
  "interview-booked": interviewBooked,
  "interview-cancelled": interviewCancelled,
  "interview-reminder": interviewReminder,
  admitted,
  waitlisted,
  declined,
  withdrawn,
  enrolled,
  "dates-changed": datesChanged,
  "tuition-reminder": tuitionReminder,
  "tuition-overdue": tuitionOverdue,
} as const satisfies Record<string, (facts: EmailFacts) => EmailContent>

export type EmailName = keyof typeof letters
