/** Steps of an application to a program, which only the server and operators take (decision 71). */
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
