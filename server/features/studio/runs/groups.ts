import { runFinished, runProgressed } from "#contract/studio/runs.ts"
import type { Tx } from "#server/db/open.ts"
import type { RunRow } from "#server/declarations/run-kind.ts"
import type { Services } from "#server/declarations/services.ts"
import { findDoubts } from "#server/media/doubts.ts"
import { notify } from "#server/platform/realtime/notifications.ts"
import { publishEvent } from "#server/platform/realtime/realtime.ts"
import { runsChannel } from "./channel.ts"
import * as queries from "./queries.ts"
import { plainRun } from "./serialise.ts"
import { tellOfEnd } from "./tell-of-end.ts"

/**
 * Brings the run that this one is part of up to date, once this one has ended. Locked last: whoever ends parts holds them
 * first, so nobody waits in a ring.
 */
export async function updateGroup(s: Services, tx: Tx, part: RunRow): Promise<void> {
  if (part.parentRunId === null) return
  const group = await queries.lockOpenRun(tx, part.parentRunId)
  if (!group) return
  const { open, ready, failed, cancelled } = await queries.countParts(tx, group.id)
  const total = open + ready + failed + cancelled
  if (open > 0) {
    const progress = (total - open) / total
    await queries.updateProgress(tx, group.id, progress, 0)
    const { id, kind, accountId } = group
    await publishEvent(tx, accountId, runProgressed, { id, kind, parentRunId: null, progress, previews: [] })
    return
  }
  const unsure = await countUnsure(tx, group)
  const result = JSON.stringify({ ready, failed, cancelled, unsure })
  const ended =
    ready > 0
      ? await queries.endRun(tx, group.id, { status: "ready", progress: 1, engine: null, result })
      : failed > 0
        ? await queries.endRun(tx, group.id, { status: "failed", failure: "No photo could be worked on." })
        : await queries.endRun(tx, group.id, { status: "cancelled" })
  await publishEvent(tx, group.accountId, runFinished, { run: plainRun(ended) })
  await tellOfEnd(s, tx, ended, `Your batch of ${total} ${total === 1 ? "photo" : "photos"}`)
  await notify(tx, runsChannel, group.id)
}

/** How many parts made something that its owner should look at first. */
async function countUnsure(tx: Tx, { id, accountId }: RunRow): Promise<number> {
  const pictures = await queries.listPicturesOfParts(tx, id)
  const doubts = await findDoubts(
    tx,
    accountId,
    pictures.map((picture) => picture.id),
  )
  const isUnsure = new Set(doubts.map(({ pictureId }) => pictureId))
  return new Set(pictures.flatMap((picture) => (isUnsure.has(picture.id) ? picture.runId : []))).size
}
