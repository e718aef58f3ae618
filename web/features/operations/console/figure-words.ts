import type { TodayFigure } from "#contract/operations/today.ts"

/** What each figure is called, and the list behind it. */
export const figureWords: Readonly<Record<TodayFigure, { title: string; to: string }>> = {
  "sign-ups": { title: "Sign-ups", to: "/operator/people" },
  pictures: { title: "Pictures", to: "/operator/runs?status=ready" },
  credits: { title: "Credits", to: "/operator/orders?kind=credits" },
  revenue: { title: "Revenue", to: "/operator/orders?status=paid" },
  wait: { title: "Wait in line", to: "/operator/runs?status=waiting" },
}
