import {
  Activity,
  Bug,
  CalendarRange,
  ClipboardList,
  Cpu,
  GraduationCap,
  Handshake,
  Inbox,
  type LucideIcon,
  Mail,
  ReceiptText,
  ScrollText,
  ShieldAlert,
  SlidersHorizontal,
  SpellCheck,
  Store,
  Sun,
  TicketPercent,
  UserCog,
  Users,
} from "lucide-react"
import { mayOperate, type OperatorRight } from "#contract/identity/operator-rights.ts"
import type { OperatorRole } from "#contract/identity/operators.ts"

/** One part of the console. */
export interface Place {
  right: OperatorRight
  to: string
  label: string
  Icon: LucideIcon
  /** Marks its entry only on exactly this path, not below it. */
  isExact?: true
  /** Stands above the page on phones too. */
  isForPhones?: true
}

const places: readonly Place[] = [
  { right: "today", to: "/operator", label: "Today", Icon: Sun, isExact: true, isForPhones: true },
  {
    right: "admissions",
    to: "/operator/admissions",
    label: "Applications",
    Icon: ClipboardList,
    isForPhones: true,
  },
  { right: "money.see", to: "/operator/orders", label: "Orders", Icon: ReceiptText, isForPhones: true },
  { right: "people.see", to: "/operator/people", label: "People", Icon: Users },
  { right: "messages", to: "/operator/messages", label: "Messages", Icon: Inbox },
  { right: "contracts", to: "/operator/contracts", label: "Contracts", Icon: Handshake },
  { right: "review", to: "/operator/review", label: "Review", Icon: ShieldAlert },
  { right: "review", to: "/operator/shops", label: "Shops", Icon: Store },
  { right: "words", to: "/operator/words", label: "Words", Icon: SpellCheck },
  { right: "runs.see", to: "/operator/runs", label: "Runs", Icon: Cpu },
  { right: "cohorts.see", to: "/operator/admissions/cohorts", label: "Programs", Icon: CalendarRange },
  { right: "teaching", to: "/operator/learning", label: "Teaching", Icon: GraduationCap },
  { right: "codes.see", to: "/operator/codes", label: "Codes and prices", Icon: TicketPercent },
  { right: "letters", to: "/operator/letters", label: "Letters", Icon: Mail },
  { right: "status", to: "/operator/status", label: "Status page", Icon: Activity },
  { right: "crashes", to: "/operator/crashes", label: "Crashes", Icon: Bug },
  { right: "settings.see", to: "/operator/settings", label: "Settings", Icon: SlidersHorizontal },
  { right: "team.see", to: "/operator/team", label: "Team", Icon: UserCog },
  { right: "log.see", to: "/operator/log", label: "Log", Icon: ScrollText },
]

/** The parts of the console that a role opens. */
export function placesFor(role: OperatorRole | null): readonly Place[] {
  return places.filter(({ right }) => mayOperate(role, right))
}

/** The part of the console that an address belongs to, such as one order's to the orders; undefined for none. */
export function placeAt(pathname: string): Place | undefined {
  return places
    .filter(({ to, isExact }) => pathname === to || (!isExact && pathname.startsWith(`${to}/`)))
    .toSorted((one, other) => other.to.length - one.to.length)[0]
}
