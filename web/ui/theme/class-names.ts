import { type ClassValue, clsx } from "clsx"
import { extendTailwindMerge } from "tailwind-merge"

const merge = extendTailwindMerge({
  extend: { theme: { radius: ["control", "card"], shadow: ["soft"], container: ["measure", "page"] } },
})

/** Joins class names; of two that set the same thing the later one stays, so a caller can override a part's look. */
export function classNames(...values: ClassValue[]): string {
  return merge(clsx(values))
}
