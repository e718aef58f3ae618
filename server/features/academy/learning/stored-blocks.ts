import type { TextBlock } from "#contract/text-blocks.ts"
import type { Services } from "#server/declarations/services.ts"
import { readWrittenText } from "#server/platform/documents/read-written-text.ts"
import { AppError } from "#server/platform/errors.ts"

/**
 * What is shown of a text from before blocks were kept, kept from now on: its words alone when it cannot be read.
 * @throws AppError `general_rate_limit_exceeded` when many wait
 */
export async function storeBlocks(
  s: Pick<Services, "db">,
  table: "lessons" | "announcements",
  { id, body }: { id: string; body: string },
): Promise<TextBlock[]> {
  const blocks = await readWrittenText(body, "body").catch((error: unknown): TextBlock[] => {
    if (!(error instanceof AppError) || error.type !== "general_argument_invalid") throw error
    return [{ kind: "paragraph", spans: [{ text: body }] }]
  })
  await s.db
    .updateTable(table)
    .set({ blocks: JSON.stringify(blocks) })
    .where("id", "=", id)
    .where("body", "=", body)
    .where("blocks", "is", null)
    .execute()
  return blocks
}
