import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import type { OperatorRight } from "#contract/identity/operator-rights.ts"

interface WaitingKind {
  /** The right whose list it is done in; whoever lacks it is told nothing of it. */
  right: OperatorRight
  /** After the number. */
  one: string
  many: string
  /** Where it is done. */
  to: string
  /** Somebody waits for their money or sees a fault. */
  isUrgent?: true
}

/** What may wait for a person, in the order in which it is shown: one declaration each, and the server counts every one. */
export const waitingKinds = {
  "money back": {
    right: "money.see",
    one: "payment to send back",
    many: "payments to send back",
    to: "/operator/orders?flagged=1",
    isUrgent: true,
  },
  books: {
    right: "money.see",
    one: "problem in the books",
    many: "problems in the books",
    to: "/operator#money",
    isUrgent: true,
  },
  "lost orders": {
    right: "money.see",
    one: "order whose provider is not set up any more",
    many: "orders whose provider is not set up any more",
    to: "/operator#money",
    isUrgent: true,
  },
  alarms: {
    right: "runs.see",
    one: "engine switched off",
    many: "engines switched off",
    to: "/operator/runs",
    isUrgent: true,
  },
  incidents: {
    right: "status",
    one: "trouble told on the status page",
    many: "troubles told on the status page",
    to: "/operator/status",
    isUrgent: true,
  },
  "interviews today": {
    right: "admissions",
    one: "interview today",
    many: "interviews today",
    to: "/operator/admissions/slots?state=booked",
  },
  "interviews over": {
    right: "admissions",
    one: "interview to write down",
    many: "interviews to write down",
    to: "/operator/admissions?status=interview_booked",
  },
  applications: {
    right: "admissions",
    one: "application to decide",
    many: "applications to decide",
    to: "/operator/admissions?status=interviewed",
  },
  "without times": {
    right: "admissions",
    one: "applicant without an interview time to choose",
    many: "applicants without an interview time to choose",
    to: "/operator/admissions/slots",
  },
  marking: {
    right: "admissions",
    one: "assessment to mark",
    many: "assessments to mark",
    to: "/operator/admissions/marking",
  },
  tasks: { right: "teaching", one: "task to mark", many: "tasks to mark", to: "/operator/learning" },
  questions: {
    right: "teaching",
    one: "question of a learner without an answer",
    many: "questions of learners without an answer",
    to: "/operator/learning?waits=questions",
  },
  "quiet learners": {
    right: "teaching",
    one: "learner who went quiet",
    many: "learners who went quiet",
    to: "/operator/learning?waits=quiet",
  },
  tuition: {
    right: "admissions",
    one: "learner whose tuition is overdue",
    many: "learners whose tuition is overdue",
    to: "/operator/admissions?tuition=overdue",
  },
  "discussion reports": {
    right: "teaching",
    one: "reported entry of a discussion",
    many: "reported entries of discussions",
    to: "/operator/learning?part=discussion",
  },
  reports: { right: "review", one: "reported picture", many: "reported pictures", to: "/operator/review" },
  "credit requests": {
    right: "people.money",
    one: "person for whom credits were asked of a second operator",
    many: "people for whom credits were asked of a second operator",
    to: "/operator/people?asked=1",
  },
  "failed runs": {
    right: "runs.see",
    one: "failed run since yesterday",
    many: "failed runs since yesterday",
    to: "/operator/runs?status=failed",
  },
  messages: { right: "messages", one: "unread message", many: "unread messages", to: "/operator/messages?state=new" },
  leads: { right: "contracts", one: "new lead", many: "new leads", to: "/operator/contracts?status=lead" },
  letters: {
    right: "letters",
    one: "mail that did not arrive",
    many: "mails that did not arrive",
    to: "/operator/letters",
  },
  crashes: {
    right: "crashes",
    one: "way in which pages failed since yesterday",
    many: "ways in which pages failed since yesterday",
    to: "/operator/crashes",
  },
} as const satisfies Readonly<Record<string, WaitingKind>>

/** Of what is long to count, so many are shown; one more is counted, which says that there are more. */
export const mostWaiting = 1_000

export type TodayTask = keyof typeof waitingKinds
export const TodayTask = z.enum(Object.keys(waitingKinds) as [TodayTask, ...TodayTask[]])

/** What is drawn day by day. */
export const TodayFigure = z.enum(["sign-ups", "pictures", "credits", "revenue", "wait"])
export type TodayFigure = z.infer<typeof TodayFigure>

/** Days that are drawn, today included. */
export const todayDays = 14

export const getToday = endpoint({
  method: "GET",
  path: "/operators/today",
  access: "session",
  summary: "What needs a person now, and the figures of the last two weeks; each role gets what it may open",
  reply: z.object({
    data: z.object({
      tasks: z.array(z.object({ what: TodayTask, count: z.number().int() })),
      /** The days of every figure, oldest first, as YYYY-MM-DD in the academy's time zone. */
      days: z.array(z.string()),
      figures: z.array(
        z.object({
          what: TodayFigure,
          /** One number for each day; null where there was nothing to measure. Waits are in seconds, money in naira or dollars. */
          series: z.array(z.object({ name: z.string(), values: z.array(z.number().nullable()) })),
        }),
      ),
    }),
  }),
})
