import { useMemo } from "react"
import { GalleryFilters } from "#contract/studio/own-pictures.ts"
import { readFilters, useAddressQuery } from "#web/lib/page/use-filters.ts"
import type { Question } from "./lists/gallery-pages.ts"
import type { GallerySource } from "./lists/use-gallery.ts"

/** What narrows a gallery, kept in the page's address. */
export interface Narrowing {
  values: GalleryFilters
  isNarrowed: boolean
  set: (name: keyof GalleryFilters, value: string) => void
  clear: () => void
}

/** @returns what narrows a gallery, and what it is to show by that */
export function useNarrowing(source: GallerySource): { narrowing: Narrowing; question: Question } {
  const address = useAddressQuery()
  const { values, query, set } = readFilters(GalleryFilters, address)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says all that the values do
  const question = useMemo(
    () => (source.canNarrow ? { ...source.question, ...values } : source.question),
    [source, query],
  )
  return {
    question,
    narrowing: {
      values,
      isNarrowed: source.canNarrow && query !== "",
      set,
      clear: () =>
        address.change((all) => {
          for (const name of Object.keys(GalleryFilters.shape)) all.delete(name)
        }),
    },
  }
}
