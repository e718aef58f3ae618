import { Images, Type, WandSparkles } from "lucide-react"
import type { ReactElement } from "react"
import { Link } from "react-router"

const shortcuts = [
  { to: "/generations", label: "All ways to make a picture", Icon: WandSparkles },
  { to: "/generations/flux?mode=embed_text_flux", label: "Words in a picture", Icon: Type },
  { to: "/photo-gallery", label: "My pictures", Icon: Images },
] as const

/** Three ways on that most people take. */
export function Shortcuts(): ReactElement {
  return (
    <ul className="grid gap-3 sm:grid-cols-3">
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
