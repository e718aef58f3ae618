import { academyPath, programsPath } from "#contract/academy/academy-addresses.ts"
import type { Page } from "#web/lib/page/page.ts"

/** A page anybody can read: built ahead as ready HTML, listed in the footer and in the site map. */
export interface PublicPage extends Page {
  path: string
  /** Its name in the header and the footer. */
  label: string
  /** Its screen, in `web/`: the ready page asks for this code before it is needed. */
  screen: string
  /** Name of the picture a shared link shows; the first page's when absent. */
  picture?: string
  /** What search engines and link previews show, in one or two sentences. */
  description: string
}

/** How the parts of the product are. Not in the list: it is true for seconds, so nobody searches for it and nothing is built ahead. */
export const statusPage = { path: "/status", title: "Status" } as const

/** Where a case study is told (docs/product-rules.md#case-study-page). */
export function caseStudyAddress(slug: string): string {
  return `/case-study?slug=${slug}`
}

/** The contact form with its subject filled in. @param source the page that leads there, where operators sort by it */
export function contactAddress(subject: string, source?: "enterprise"): string {
  return `/contact?${new URLSearchParams({ subject, ...(source && { source }) })}`
}

/**
 * Every public page that exists. Header, footer, site map and the build ahead read this list and no other. A program's own
 * page is not in it: without a program it shows all of them.
 */
export const publicPages = {
  home: {
    path: "/",
    label: "Home",
    screen: "features/public/landing/landing-screen.tsx",
    title: "Product pictures for small shops",
    description:
      "Write one sentence about what you sell and get a product picture for your catalogue, your status and your market page.",
  },
  solutions: {
    path: "/solutions",
    label: "Solutions",
    screen: "features/public/systems/solutions-screen.tsx",
    picture: "solutions-hero",
    title: "Five systems for small businesses",
    description:
      "Outreach, product pictures, content, adverts and answers to leads: what goes in, what comes out, and who does each step.",
  },
  showcase: {
    path: "/showcase",
    label: "Showcase",
    screen: "features/public/showcase/showcase-screen.tsx",
    title: "Showcase",
    description: "The newest public pictures people made with the studio, with the words they wrote.",
  },
  caseStudies: {
    path: "/case-study",
    label: "Case studies",
    screen: "features/public/systems/case-study-screen.tsx",
    picture: "case-leadpilot",
    title: "Case studies",
    description:
      "Five illustrated set-ups of the systems in made-up businesses, step by step and without invented figures.",
  },
  enterprise: {
    path: "/enterprise",
    label: "For companies",
    screen: "features/public/systems/enterprise-screen.tsx",
    picture: "enterprise-hero",
    title: "For companies",
    description:
      "The whole product on your own servers, with your database, storage and mail. Nothing leaves the building.",
  },
  pricing: {
    path: "/pricing",
    label: "Pricing",
    screen: "features/public/pricing/pricing-screen.tsx",
    title: "Prices and credits",
    description:
      "Credit plans in naira and dollars, what each tool costs per picture, and what happens when credits run out. No subscription.",
  },
  academy: {
    path: academyPath,
    label: "Academy",
    screen: "features/public/academy/academy-screen.tsx",
    picture: "academy-hero",
    title: "The academy",
    description:
      "Live online bootcamps for people who connect AI tools for small businesses, and for people who lead one. How a cohort works, fees and scholarships.",
  },
  programs: {
    path: programsPath,
    label: "Programs",
    screen: "features/public/academy/programs-screen.tsx",
    picture: "academy-hero",
    title: "Programs",
    description: "Two bootcamps that are open and three that are being prepared, with length and fees.",
  },
  contact: {
    path: "/contact",
    label: "Contact",
    screen: "features/public/contact/contact-screen.tsx",
    title: "Write to us",
    description: "A question, an order, a complaint or an idea: a person reads it and answers by e-mail.",
  },
  careers: {
    path: "/careers",
    label: "Careers",
    screen: "features/public/plain/careers-screen.tsx",
    picture: "careers-hero",
    title: "Work with us",
    description: "How we work, which positions are open, and how to offer to teach at the academy.",
  },
  terms: {
    path: "/terms",
    label: "Terms",
    screen: "features/public/plain/terms-screen.tsx",
    title: "Terms of use",
    description: "Accounts, credits, pictures, the academy and your data, in short sections and plain words.",
  },
} as const satisfies Record<string, PublicPage>
