import { type PublicPage, publicPages } from "#web/content/public-pages.ts"
import type { FooterGroup } from "./layouts/marketing-footer.tsx"

/** Pages of the header, in its order. */
export const headerPages: readonly PublicPage[] = [publicPages.academy, publicPages.pricing]

/** Every public page, by what a person came for. */
export const footerGroups: readonly FooterGroup[] = [
  { title: "Product", pages: [publicPages.home, publicPages.pricing] },
  { title: "Learn", pages: [publicPages.academy, publicPages.programs] },
]
