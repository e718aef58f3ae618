import type { FooterGroup } from "#web/app/layouts/marketing-footer.tsx"
import { type PublicPage, publicPages, statusPage } from "#web/content/public-pages.ts"

/** Pages of the header, in its order. */
export const headerPages: readonly PublicPage[] = [
  publicPages.solutions,
  publicPages.showcase,
  publicPages.academy,
  publicPages.pricing,
]

const status = { path: statusPage.path, label: statusPage.title }

/** Every public page, by what a person came for. */
export const footerGroups: readonly FooterGroup[] = [
  { title: "Product", pages: [publicPages.home, publicPages.showcase, publicPages.pricing] },
  { title: "Systems", pages: [publicPages.solutions, publicPages.caseStudies, publicPages.enterprise] },
  { title: "Learn", pages: [publicPages.academy, publicPages.programs] },
  { title: "Company", pages: [publicPages.contact, publicPages.careers, publicPages.terms, status] },
]
