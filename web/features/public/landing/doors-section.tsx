import { ArrowRight } from "lucide-react"
import type { ReactElement } from "react"
import { Link } from "react-router"
import { landing } from "#web/content/landing.ts"
import { publicPages } from "#web/content/public-pages.ts"
import { SitePicture } from "#web/content/site-picture.tsx"
import { useMainStep } from "#web/lib/page/use-main-step.ts"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { landingPictures } from "./landing-pictures.ts"

/** The three ways into the product. */
export function DoorsSection(): ReactElement {
  const step = useMainStep()
  const { studio, systems, academy } = landing.doors.items
  const doors = [
    { ...studio, picture: "door-studio", to: step.to },
    { ...systems, picture: "door-systems", to: publicPages.solutions.path },
    { ...academy, picture: "door-academy", to: publicPages.academy.path },
  ]
  return (
    <PageSection id="doors" title={landing.doors.title} ground="cotton">
      <ul className="grid gap-8 md:grid-cols-3 md:gap-6 lg:gap-8">
        {doors.map(({ title, text, link, picture, to }) => (
          <li
            key={title}
            className="group relative grid content-start gap-x-4 gap-y-2 max-md:grid-cols-[6.5rem_minmax(0,1fr)] md:gap-4"
          >
            <SitePicture
              from={landingPictures}
              name={picture}
              sizes="(min-width: 1200px) 380px, (min-width: 768px) 31vw, 104px"
              className="aspect-[3/2] max-md:row-span-3 max-md:aspect-[3/4]"
            />
            <h3 className="text-xl">{title}</h3>
            <p className="text-ink-soft">{text}</p>
            <Link
              to={to}
              className="inline-flex min-h-11 items-center gap-2 font-medium text-indigo underline-offset-4 group-hover:underline after:absolute after:inset-0"
            >
              {link}
              <ArrowRight aria-hidden="true" className="size-5 transition-transform group-hover:translate-x-1" />
            </Link>
          </li>
        ))}
      </ul>
    </PageSection>
  )
}
