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
  /** What it belongs to; absent for what stands before all groups. */
  group?: string
}

const academy = { group: "Academy" }
const customers = { group: "People and clients" }
const money = { group: "Money" }
const pictures = { group: "Pictures and shops" }
const running = { group: "Running" }
const team = { group: "Our team" }

const places: readonly Place[] = [
  { right: "today", to: "/operator", label: "Today", Icon: Sun, isExact: true, isForPhones: true },
  {
    ...academy,
    right: "admissions",
    to: "/operator/admissions",
    label: "Applications",
    Icon: ClipboardList,
    isForPhones: true,
  },
  { ...academy, right: "cohorts.see", to: "/operator/admissions/cohorts", label: "Programs", Icon: CalendarRange },
  {
    ...academy,
    right: "teaching",
    to: "/operator/learning",
    label: "Teaching",
    Icon: GraduationCap,
    isForPhones: true,
  },
  { ...customers, right: "people.see", to: "/operator/people", label: "People", Icon: Users },
  { ...customers, right: "messages", to: "/operator/messages", label: "Messages", Icon: Inbox },
  { ...customers, right: "contracts", to: "/operator/contracts", label: "Contracts", Icon: Handshake },
  { ...money, right: "money.see", to: "/operator/orders", label: "Orders", Icon: ReceiptText, isForPhones: true },
  { ...money, right: "codes.see", to: "/operator/codes", label: "Codes and prices", Icon: TicketPercent },
  { ...pictures, right: "review", to: "/operator/review", label: "Review", Icon: ShieldAlert },
  { ...pictures, right: "review", to: "/operator/shops", label: "Shops", Icon: Store },
  { ...pictures, right: "words", to: "/operator/words", label: "Words", Icon: SpellCheck },
  { ...pictures, right: "runs.see", to: "/operator/runs", label: "Runs", Icon: Cpu },
  { ...running, right: "letters", to: "/operator/letters", label: "Letters", Icon: Mail },
  { ...running, right: "status", to: "/operator/status", label: "Status page", Icon: Activity },
  { ...running, right: "crashes", to: "/operator/crashes", label: "Crashes", Icon: Bug },
  { ...running, right: "settings.see", to: "/operator/settings", label: "Settings", Icon: SlidersHorizontal },
  { ...team, right: "team.see", to: "/operator/team", label: "Team", Icon: UserCog },
  { ...team, right: "log.see", to: "/operator/log", label: "Log", Icon: ScrollText },
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
