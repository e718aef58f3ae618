import type { TodayFigure, TodayTask } from "#contract/operations/today.ts"

interface TaskWords {
  /** After the number. */
  one: string
  many: string
  to: string
  /** Somebody waits for their money or sees a fault. */
  isUrgent?: true
}

/** What each task is called beside its number, and where it is done. */
export const taskWords: Readonly<Record<TodayTask, TaskWords>> = {
  "money back": {
    one: "payment to send back",
    many: "payments to send back",
    to: "/operator/orders?flagged=1",
    isUrgent: true,
  },
  books: { one: "problem in the books", many: "problems in the books", to: "/operator#money", isUrgent: true },
  alarms: { one: "engine switched off", many: "engines switched off", to: "/operator/runs", isUrgent: true },
  applications: {
    one: "application to decide",
    many: "applications to decide",
    to: "/operator/admissions?status=interviewed",
  },
  marking: { one: "assessment to mark", many: "assessments to mark", to: "/operator/admissions/marking" },
  reports: { one: "reported picture", many: "reported pictures", to: "/operator/review" },
  "failed runs": {
    one: "failed run since yesterday",
    many: "failed runs since yesterday",
    to: "/operator/runs?status=failed",
  },
  messages: { one: "unread message", many: "unread messages", to: "/operator/messages?state=new" },
  leads: { one: "new lead", many: "new leads", to: "/operator/contracts?status=lead" },
  crashes: {
    one: "way in which pages failed since yesterday",
    many: "ways in which pages failed since yesterday",
    to: "/operator/crashes",
  },
  letters: { one: "mail that did not arrive", many: "mails that did not arrive", to: "/operator/letters" },
}

/** What each figure is called, and the list behind it. */
export const figureWords: Readonly<Record<TodayFigure, { title: string; to: string }>> = {
  "sign-ups": { title: "Sign-ups", to: "/operator/people" },
  pictures: { title: "Pictures", to: "/operator/runs?status=ready" },
  credits: { title: "Credits", to: "/operator/orders?kind=credits" },
  revenue: { title: "Revenue", to: "/operator/orders?status=paid" },
  wait: { title: "Wait in line", to: "/operator/runs?status=waiting" },
}
