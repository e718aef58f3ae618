import { programPath } from "#contract/academy/academy-addresses.ts"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { caseStudies } from "./case-studies.ts"
import { caseStudyAddress, type PublicPage, publicPages } from "./public-pages.ts"

/** Pages whose content depends on the query: each is built ahead under every address that shows it. */
export interface PageVariant extends Pick<PublicPage, "title" | "description" | "screen" | "picture"> {
  /** The first is the one search engines are told. */
  addresses: readonly [string, ...string[]]
  /** Answered as ready HTML, but not told to search engines. */
  isUnlisted?: true
}

const programs: PageVariant[] = openPrograms.map((program) => ({
  addresses: [
    `${programPath}?programId=${program.slug}`,
    `${programPath}?slug=${program.slug}`,
    `${programPath}?program=${program.slug}`,
  ],
  title: program.program_name,
  description: program.card_descpription_text,
  screen: "features/public/academy/program-screen.tsx",
  picture: program.card_image,
}))

const studies: PageVariant[] = caseStudies.map(({ slug, name, desc }) => ({
  addresses: [caseStudyAddress(slug), `/case-study/${slug}`],
  title: name,
  description: desc,
  screen: "features/public/systems/case-study-screen.tsx",
  picture: `case-${slug}`,
}))

/** The account forms, and the page of a program that no address names. */
const unlisted: PageVariant[] = [
  {
    addresses: ["/sign-up"],
    title: "Create your account",
    description: "One account for the studio and the academy, with free credits once the e-mail is confirmed.",
    screen: "features/identity/sign-in/sign-up-screen.tsx",
    isUnlisted: true,
  },
  {
    addresses: ["/sign-in"],
    title: "Sign in",
    description: "Sign in to your pictures, credits and programs.",
    screen: "features/identity/sign-in/sign-in-screen.tsx",
    isUnlisted: true,
  },
  {
    addresses: ["/forgot-password"],
    title: "Forgot your password?",
    description: "Ask for a link with which you choose a new password.",
    screen: "features/identity/sign-in/forgot-password-screen.tsx",
    isUnlisted: true,
  },
  {
    addresses: ["/reset-password"],
    title: "Choose a new password",
    description: "Choose a new password by the link from our mail.",
    screen: "features/identity/sign-in/reset-password-screen.tsx",
    isUnlisted: true,
  },
  {
    addresses: ["/verify-user"],
    title: "Confirm your e-mail",
    description: "Confirm your e-mail address by the link from our mail.",
    screen: "features/identity/sign-in/verify-screen.tsx",
    isUnlisted: true,
  },
  {
    addresses: [programPath],
    title: publicPages.programs.title,
    description: publicPages.programs.description,
    screen: "features/public/academy/program-screen.tsx",
    picture: publicPages.programs.picture,
    isUnlisted: true,
  },
]

export const pageVariants: readonly PageVariant[] = [...programs, ...studies, ...unlisted]
