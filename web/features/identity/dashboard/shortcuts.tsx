import { Camera, Scissors, WandSparkles } from "lucide-react"
import type { ReactElement } from "react"
import { Link } from "react-router"

const shortcuts = [
  { to: "/generations/flux?mode=flux1.1-pro", label: "Generate", Icon: WandSparkles },
  { to: "/generations/bg-remover", label: "Remove background", Icon: Scissors },
  { to: "/training", label: "Photoshoot", Icon: Camera },
] as const

/** The three ways on that most people take. */
export function Shortcuts(): ReactElement {
  return (
    <ul aria-label="Shortcuts" className="grid gap-3 sm:grid-cols-[repeat(3,auto)]">
      {shortcuts.map(({ to, label, Icon }) => (
        <li key={to}>
          <Link
            to={to}
            className="flex h-full min-h-14 items-center gap-3 rounded-card border border-line bg-surface px-4 py-3 font-medium transition-colors hover:border-line-strong"
          >
            <Icon aria-hidden="true" className="size-5 shrink-0 text-indigo" />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
