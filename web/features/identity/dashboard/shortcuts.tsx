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
    <ul aria-label="Shortcuts" className="grid grid-cols-3 gap-3">
      {shortcuts.map(({ to, label, Icon }) => (
        <li key={to}>
          <Link
            to={to}
            className="grid h-full content-center justify-items-center gap-2 rounded-card border border-line bg-surface p-3 text-center text-sm font-medium transition-colors hover:border-line-strong"
          >
            <Icon aria-hidden="true" className="size-5 shrink-0 text-indigo" />
            {label}
          </Link>
        </li>
      ))}
    </ul>
  )
}
