import { useQuery } from "@tanstack/react-query"
import {
  ClipboardList,
  Cpu,
  GraduationCap,
  Mail,
  ReceiptText,
  ScrollText,
  ShieldAlert,
  SlidersHorizontal,
  SpellCheck,
  Users,
} from "lucide-react"
import { type ReactElement, useState } from "react"
import { Link, useSearchParams } from "react-router"
import { mayOperate, type OperatorRight } from "#contract/catalogue/operator-rights.ts"
import { ownRoleQuery } from "#web/lib/own-role.ts"
import { Card } from "#web/ui/card.tsx"
import { ClaimScreen } from "./claim-screen.tsx"
import { MoneyAttention } from "./money-attention.tsx"

interface Place {
  right: OperatorRight
  to: string
  title: string
  text: string
  Icon: typeof Users
}

const places: readonly Place[] = [
  {
    right: "admissions",
    to: "/operator/admissions",
    title: "Admissions",
    text: "Applications, marking, interviews, cohorts.",
    Icon: ClipboardList,
  },
  {
    right: "people.see",
    to: "/operator/people",
    title: "People",
    text: "Find a person, see their record, help.",
    Icon: Users,
  },
  {
    right: "money.see",
    to: "/operator/orders",
    title: "Orders",
    text: "Find an order, refund it, approve a payment.",
    Icon: ReceiptText,
  },
  {
    right: "teaching",
    to: "/operator/learning",
    title: "Teaching",
    text: "Mark tasks, write lessons, plan classes.",
    Icon: GraduationCap,
  },
  {
    right: "review",
    to: "/operator/review",
    title: "Review",
    text: "Reports and public pictures: take down, restore, pick.",
    Icon: ShieldAlert,
  },
  {
    right: "words",
    to: "/operator/words",
    title: "Words",
    text: "What may not stand on pictures, by language.",
    Icon: SpellCheck,
  },
  {
    right: "runs.see",
    to: "/operator/runs",
    title: "Runs",
    text: "What engines do, what failed, and refunds.",
    Icon: Cpu,
  },
  { right: "letters", to: "/operator/letters", title: "Letters", text: "The last mails and their state.", Icon: Mail },
  {
    right: "settings.see",
    to: "/operator/settings",
    title: "Settings",
    text: "What this installation is set to.",
    Icon: SlidersHorizontal,
  },
  { right: "log.see", to: "/operator/log", title: "Log", text: "What operators did, and why.", Icon: ScrollText },
]

/** /operator: the way in for operators; with a one-time link it makes somebody one. */
export function OperatorScreen(): ReactElement {
  const [search] = useSearchParams()
  const [hasToken] = useState(() => search.has("token"))
  const mine = useQuery(ownRoleQuery).data?.role
  if (hasToken || !mine) return <ClaimScreen />
  return (
    <div className="grid gap-8">
      <div className="grid gap-2">
        <h1 className="text-3xl">Operator</h1>
        <p className="text-lg text-ink-soft">Your role is {mine}. It counts for twelve hours after signing in.</p>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {places
          .filter(({ right }) => mayOperate(mine, right))
          .map(({ to, title, text, Icon }) => (
            <li key={to}>
              <Link to={to} className="block h-full rounded-card">
                <Card className="flex h-full items-start gap-4 transition-colors hover:border-line-strong">
                  <Icon aria-hidden="true" className="size-7 shrink-0 text-indigo" />
                  <div>
                    <h2 className="text-xl">{title}</h2>
                    <p className="text-ink-soft">{text}</p>
                  </div>
                </Card>
              </Link>
            </li>
          ))}
      </ul>
      {mayOperate(mine, "money.see") && <MoneyAttention />}
    </div>
  )
}
