import type { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"
import type { Services } from "#server/declarations/services.ts"
import { newId } from "#server/platform/ids.ts"

export interface PictureOptions {
  mode?: string
  prompt?: string
  isPublic?: boolean
  isTakenDown?: boolean
  createdAt?: Date
  engine?: string
  aspectRatio?: AspectRatio
}

/** Puts finished pictures into the database, past the engine. @returns their ids, in the order of insertion */
export async function buildPictures(
  t: { s: Pick<Services, "db"> },
  accountId: string,
  pictures: readonly PictureOptions[],
): Promise<string[]> {
  const runId = newId()
  const common = {
    accountId,
    mode: "flux1.1-pro",
    prompt: "a chair",
    sentPrompt: "sent",
    aspectRatio: "1:1" as const,
    width: 64,
    height: 64,
  }
  await t.s.db
    .insertInto("runs")
    .values({
      id: runId,
      accountId,
      kind: "picture",
      title: "Flux 1.1 Pro",
      input: JSON.stringify({ ...common, count: 1, seed: 1, format: "webp", isRaw: false, isPublic: true }),
      count: 1,
      feeCredits: 5,
      failure: null,
      engine: null,
      engineTicket: null,
      jobId: null,
      parentRunId: null,
      idempotencyKey: null,
      bodyHash: "",
      startedAt: null,
      finishedAt: null,
    })
    .execute()
  const rows = pictures.map((options, index) => ({
    ...common,
    isPublic: true,
    ...options,
    id: newId(),
    runId,
    position: index + 1,
    storageKey: `pictures/${runId}/${index}.webp`,
    mimeType: "image/webp",
    byteSize: 100 + index,
    placeholder: "data:image/webp;base64,AAAA",
  }))
  for (const row of rows) await t.s.db.insertInto("generations").values(row).execute()
  return rows.map((row) => row.id)
}
