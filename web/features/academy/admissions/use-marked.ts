import { useState } from "react"
import { type ApplicationStatus, mayMove } from "#contract/catalogue/applications.ts"

/** What can be decided about many at once, with its key. */
export const outcomes = [
  { value: "admitted", label: "Admit", key: "a" },
  { value: "waitlisted", label: "Waitlist", key: "w" },
  { value: "declined", label: "Decline", key: "d" },
] as const

export type Outcome = (typeof outcomes)[number]["value"]

interface Row {
  id: string
  status: ApplicationStatus
}

/** Whether an operator can decide about an application that is at this status. */
export function isDecidable(status: ApplicationStatus): boolean {
  return outcomes.some(({ value }) => mayMove(status, value, "operator"))
}

/** The rows of the board that are marked, by box, key or dragging, and what is about to be decided about them. */
export function useMarked(rows: readonly Row[]) {
  const [marks, setMarks] = useState<ReadonlySet<string>>(new Set())
  const [asked, setAsked] = useState<Outcome>()
  const marked = rows.filter(({ id, status }) => marks.has(id) && isDecidable(status))
  const mark = (id: string, isMarked: boolean): void => {
    const next = new Set(marks)
    if (isMarked) next.add(id)
    else next.delete(id)
    setMarks(next)
  }
  return {
    marked,
    isMarked: (id: string) => marks.has(id),
    mark,
    /** A row that is dragged goes along with those that are marked. */
    drag: (id: string) => mark(id, true),
    asked,
    ask: setAsked,
    /** Those alone: others may have been marked meanwhile. */
    unmark: (ids: readonly string[]) => setMarks((before) => new Set([...before].filter((id) => !ids.includes(id)))),
    /** Marks one that can be decided about, or takes its mark away. */
    turn: (id: string): void => {
      const row = rows.find((one) => one.id === id)
      if (row && isDecidable(row.status)) mark(id, !marks.has(id))
    },
    /** Asks about what is marked; nothing while nothing is. */
    askMarked: (outcome: Outcome): void => {
      if (marked.length > 0) setAsked(outcome)
    },
  }
}
