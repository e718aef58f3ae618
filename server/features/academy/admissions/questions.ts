import { randomInt } from "node:crypto"
import { admissionRules } from "#contract/catalogue/applications.ts"
import { type BankQuestion, courseOf, courses } from "#server/features/academy/programs/service.ts"

/** Most that each kind of question brings. */
export const pointsOf = { single: 2, several: 3, text: 5, file: 5 } as const satisfies Record<
  BankQuestion["kind"],
  number
>

/** A question by its id; undefined when it has left the banks. */
export function questionOf(id: string): BankQuestion | undefined {
  for (const { questions } of courses) {
    const found = questions.find((question) => question.id === id)
    if (found) return found
  }
  return undefined
}

/**
 * Draws the questions of one try: choices first, words after them, the picture last.
 * @param seen asked before, which come again only when there are no others
 * @throws Error for a program without a course
 */
export function drawQuestions(programId: string, seen: ReadonlySet<string>): BankQuestion[] {
  const bank = courseOf(programId).questions
  return (["single", "several", "text", "file"] as const).flatMap((kind) => {
    const ofKind = shuffled(bank.filter((question) => question.kind === kind))
    const fresh = ofKind.filter(({ id }) => !seen.has(id))
    const rest = ofKind.filter(({ id }) => seen.has(id))
    return [...fresh, ...rest].slice(0, admissionRules.assessmentQuestions[kind])
  })
}

function shuffled<Item>(items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, place: randomInt(1_000_000) }))
    .sort((one, other) => one.place - other.place)
    .map(({ item }) => item)
}
