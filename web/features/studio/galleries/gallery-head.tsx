import { type LucideIcon, Trash2 } from "lucide-react"
import type { ReactElement, ReactNode } from "react"
import { NavLink } from "react-router"

const galleries = [
  { to: "/photo-gallery", label: "Photos" },
  { to: "/photo-gallery/albums", label: "Albums" },
  // Third, and a sign alone on phones: at the end of the row nobody found it there.
  { to: "/photo-gallery/trash", label: "Trash", Icon: Trash2 },
  { to: "/photoshoot-gallery", label: "Photoshoots" },
  { to: "/lora-gallery", label: "Styles and models" },
] as const satisfies readonly { to: string; label: string; Icon?: LucideIcon }[]

interface GalleryHeadProps {
  title: string
  children: ReactNode
}

/** Title of a gallery, a sentence on it, and the way to the others. On phones it leaves the first picture its half of the screen. */
export function GalleryHead({ title, children }: GalleryHeadProps): ReactElement {
  return (
    <>
      <h1 className="text-2xl sm:text-3xl">{title}</h1>
      <p className="mt-1 mb-3 max-w-2xl text-ink-soft sm:mt-2 sm:mb-6">{children}</p>
      <nav
        aria-label="Galleries"
        className="-mx-4 mb-2 flex gap-2 overflow-x-auto px-4 py-0.5 sm:mx-0 sm:mb-6 sm:flex-wrap sm:px-0"
      >
        {galleries.map(({ to, label, ...more }) => (
          <NavLink
            key={to}
            to={to}
            end
            className="inline-flex min-h-11 shrink-0 items-center rounded-full border border-line bg-surface px-4 hover:border-line-strong aria-[current=page]:border-indigo aria-[current=page]:text-indigo"
          >
            {"Icon" in more ? (
              <>
                <more.Icon aria-hidden="true" className="size-5 sm:hidden" />
                <span className="max-sm:sr-only">{label}</span>
              </>
            ) : (
              label
            )}
          </NavLink>
        ))}
      </nav>
    </>
  )
}
