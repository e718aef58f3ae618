import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { caseStudies } from "./case-studies.ts"
import { caseStudyAddress, type PublicPage, programPath } from "./public-pages.ts"

/** Pages whose content depends on the query: each is built ahead under every address that shows it. */
export interface PageVariant extends Pick<PublicPage, "title" | "description" | "screen" | "picture"> {
  /** The first is the one search engines are told. */
  addresses: readonly [string, ...string[]]
}

const programs: PageVariant[] = openPrograms.map((program) => ({
  addresses: [
    `${programPath}?programId=${program.slug}`,
    `${programPath}?slug=${program.slug}`,
    `${programPath}?program=${program.slug}`,
  ],
  title: program.program_name,
  description: program.card_descpription_text,
  screen: "features/marketing/academy/program-screen.tsx",
  picture: program.card_image,
}))

const studies: PageVariant[] = caseStudies.map(({ slug, name, desc }) => ({
  addresses: [caseStudyAddress(slug), `/case-study/${slug}`],
  title: name,
  description: desc,
  screen: "features/marketing/systems/case-study-screen.tsx",
  picture: `case-${slug}`,
}))

export const pageVariants: readonly PageVariant[] = [...programs, ...studies]
