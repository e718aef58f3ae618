import { product } from "#contract/brand.ts"

/** "the product's name followed by -academy" (docs/product-rules.md#product-name). */
export const academyPath = `/${product.name.toLowerCase()}-academy`

/** All programs. */
export const programsPath = `${academyPath}/programs`

/** One program; `?programId=` names it. */
export const programPath = `${academyPath}/program`

/** Where a program is described. */
export function programAddress(slug: string): string {
  return `${programPath}?programId=${encodeURIComponent(slug)}`
}
