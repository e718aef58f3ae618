import type { ApplicationStatus } from "#contract/catalogue/applications.ts"

/** Statuses in the words of the people who admit. */
export const statusWords: Readonly<Record<ApplicationStatus, string>> = {
  submitted: "Submitted",
  paid: "Paid",
  kit_sent: "Study kit sent",
  assessed: "Assessed",
  interview_booked: "Interview booked",
  interviewed: "Interviewed",
  admitted: "Admitted",
  waitlisted: "Waitlisted",
  declined: "Declined",
  withdrawn: "Withdrawn",
  enrolled: "Enrolled",
  completed: "Completed",
}
