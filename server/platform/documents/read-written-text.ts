import type { TextBlock } from "#contract/text-blocks.ts"
import { AppError } from "#server/platform/errors.ts"
import { limitConcurrency } from "#server/platform/limits/limit-concurrency.ts"
import { shareThread } from "./shared-thread.ts"

/** How long one text may take, in milliseconds; the longest lesson takes about 30. */
const longestMs = 2_000

/** Memory of the thread and length of what it made of the text; a short text may repeat one long address many times. */
const most = { heapMb: 64, stackMb: 2, characters: 500_000 } as const

const inTurn = limitConcurrency(1, 20, "Many texts are saved at this moment. Please try again shortly.")

/**
 * Reads Markdown that somebody wrote, off the main thread: some texts take longer than anybody can wait, or more memory
 * than there is. Done once, when the text is saved.
 * @param field of the form that the text stands in
 * @throws AppError `general_argument_invalid` naming the field when it takes too long, nests too deeply or becomes too
 * large; `general_rate_limit_exceeded` when many wait
 */
export async function readWrittenText(text: string, field: string): Promise<TextBlock[]> {
  const json = await inTurn(() => readOnThread(text))
  if (json === null || json.length > most.characters) {
    const message = "This text is too complicated to show. Please write it more simply."
    throw new AppError("general_argument_invalid", message, { fields: { [field]: message } })
  }
  return JSON.parse(json)
}

const readOnThread = shareThread<string, string>({
  module: new URL("./markdown-thread.ts", import.meta.url),
  name: "text",
  heapMb: most.heapMb,
  stackMb: most.stackMb,
  longestMs,
})
