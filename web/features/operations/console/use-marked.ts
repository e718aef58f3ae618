import { useState } from "react"

interface Marked {
  has: (id: string) => boolean
  mark: (id: string, isMarked: boolean) => void
  /** Marks these and no others. */
  markOnly: (ids: readonly string[]) => void
}

/** Lines of a list that somebody marked, to do one thing with all of them. */
export function useMarked(): Marked {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  return {
    has: (id) => ids.has(id),
    mark: (id, isMarked) => setIds(new Set(isMarked ? [...ids, id] : [...ids].filter((one) => one !== id))),
    markOnly: (chosen) => setIds(new Set(chosen)),
  }
}
