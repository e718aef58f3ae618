import type { ReactElement } from "react"
import { useParams, useSearchParams } from "react-router"
import { type CaseStudy, caseStudies, findCaseStudy } from "#web/content/case-studies.ts"
import { publicPages } from "#web/content/public-pages.ts"
import type { Page } from "#web/lib/page/page.ts"
import { CaseStudyList } from "./case-study-list.tsx"
import { CaseStudyStory } from "./case-study-story.tsx"

export const caseStudyPage: Page = {
  ...publicPages.caseStudies,
  titleFor: ({ params, search }) => findCaseStudy(params.slug ?? search.get("slug"))?.name,
}

/** "/case-study": one study by `?slug=` or by the path, else all of them (docs/product-rules.md#case-study-page). */
export function CaseStudyScreen(): ReactElement {
  const [search] = useSearchParams()
  const { slug } = useParams()
  const study: CaseStudy | undefined = findCaseStudy(slug ?? search.get("slug"))
  return study ? <CaseStudyStory study={study} /> : <CaseStudyList studies={caseStudies} />
}
