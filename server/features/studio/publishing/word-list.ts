import type { z } from "zod"
import type { addBlockedWord, BlockedWord } from "#contract/studio/blocked-words.ts"
import type { Services } from "#server/declarations/services.ts"
import { actWithLog, type Operator } from "#server/features/identity/operators/service.ts"
import { csvLine } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import { findBlockedWord } from "./blocked-words.ts"
import * as queries from "./queries.ts"

type WordBody = z.output<NonNullable<typeof addBlockedWord.body>>

/** Every word, by language. */
export async function listWords(s: Pick<Services, "db">): Promise<BlockedWord[]> {
  return (await queries.listWords(s.db)) as BlockedWord[]
}

/** The same words as lines of a table. */
export async function* wordLines(s: Pick<Services, "db">): AsyncGenerator<string> {
  yield csvLine(["language", "word", "other spellings", "reach"])
  for (const { language, word, spellings, reach } of await listWords(s)) {
    yield csvLine([language, word, spellings.join("; "), reach])
  }
}

/** @throws AppError `step_not_allowed` when it is on the list of its language already */
export function addWord(s: Services, operator: Operator, { reason, ...given }: WordBody): Promise<BlockedWord> {
  const word = { ...given, spellings: [...new Set(given.spellings)], id: newId() }
  return actWithLog(s, operator, { action: "words.add", reason }, async (tx) => {
    if (!(await queries.insertWord(tx, word))) throw known()
    return { detail: { after: word }, result: word }
  })
}

/** @throws AppError `not_found`, `step_not_allowed` when another entry has this word */
export function changeWord(
  s: Services,
  operator: Operator,
  id: string,
  { reason, ...given }: WordBody,
): Promise<BlockedWord> {
  const after = { ...given, spellings: [...new Set(given.spellings)], id }
  return actWithLog(s, operator, { action: "words.change", reason }, async (tx) => {
    const before = await queries.lockWord(tx, id)
    if (!before) throw missing()
    const same = await queries.findWord(tx, after.language, after.word)
    if (same && same.id !== id) throw known()
    await queries.updateWord(tx, after)
    return { detail: { before, after }, result: after }
  })
}

/** @throws AppError `not_found` */
export function removeWord(s: Services, operator: Operator, id: string, reason: string): Promise<void> {
  return actWithLog(s, operator, { action: "words.remove", reason }, async (tx) => {
    const before = await queries.lockWord(tx, id)
    if (!before) throw missing()
    await queries.deleteWord(tx, id)
    return { detail: { before } }
  })
}

/** What an order for a public picture with these words would be refused for. */
export async function tryWords(s: Pick<Services, "db">, text: string): Promise<{ found: string; word: string } | null> {
  const hit = findBlockedWord(text, await queries.listWords(s.db))
  return hit && { found: hit.found, word: hit.entry.word }
}

function missing(): AppError {
  return new AppError("not_found", "This word is not on the list any more.")
}

function known(): AppError {
  const message = "This word is on the list already."
  return new AppError("step_not_allowed", message, { fields: { word: message } })
}
