import type { ReactElement } from "react"
import { NavLink } from "react-router"

const galleries = [
  { to: "/photo-gallery", label: "Photos" },
  { to: "/photoshoot-gallery", label: "Photoshoots" },
  { to: "/lora-gallery", label: "Styles and models" },
  { to: "/photo-gallery/trash", label: "Trash" },
] as const

/** The way from one gallery to the others. */
export function GalleryLinks(): ReactElement {
  return (
    <nav
      aria-label="Galleries"
      className="-mx-4 mb-2 flex gap-2 overflow-x-auto px-4 py-0.5 sm:mx-0 sm:mb-6 sm:flex-wrap sm:px-0"
    >
      {galleries.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          end
          className="inline-flex min-h-11 shrink-0 items-center rounded-full border border-line bg-surface px-4 hover:border-line-strong aria-[current=page]:border-indigo aria-[current=page]:text-indigo"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  )
}
