import { formatMoment } from "#web/lib/format/format.ts"

interface Seen {
  isPublic: boolean
  /** When its review ends; true for a time that is not known yet. */
  waits: string | boolean | null
}

/** Who sees something, in one true sentence. @param what "it", "this picture", "these pictures" */
export function whoSees({ isPublic, waits }: Seen, what: string): string {
  if (!isPublic) return `Only you can see ${what}.`
  if (waits === true) return `Everyone can see ${what} after a review.`
  if (!waits) return `Everyone can see ${what}.`
  return `Waiting for review until ${formatMoment(waits)}. Before that only people who are signed in can see ${what}.`
}
