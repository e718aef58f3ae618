import { randomInt } from "node:crypto"
import { admissionRules } from "#contract/catalogue/applications.ts"
import type { BankQuestion } from "./question.ts"
import { strategyAndConsultingBank } from "./strategy-and-consulting.ts"
import { systemsIntegrationBank } from "./systems-integration.ts"

const banks: Readonly<Record<string, readonly BankQuestion[]>> = {
  systems_intergration: systemsIntegrationBank,
  strategy_and_consulting: strategyAndConsultingBank,
}

const byId = new Map(Object.values(banks).flatMap((bank) => bank.map((question) => [question.id, question] as const)))

/** A question by its id; undefined when it has left the banks. */
export function questionOf(id: string): BankQuestion | undefined {
  return byId.get(id)
}

/**
 * Draws the questions of one try: choices first, words after them, the picture last.
 * @param seen asked before, which come again only when there are no others
 * @throws Error for a program without a bank
 */
export function drawQuestions(programId: string, seen: ReadonlySet<string>): BankQuestion[] {
  const bank = banks[programId]
  if (!bank) throw new Error(`There are no questions for ${programId}.`)
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
