import { modelChanged } from "#contract/studio/trainings.ts"
import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { publishEvent } from "#server/platform/realtime/realtime.ts"
import type { TrainingRow } from "./queries.ts"
import { trainingsShape } from "./shape.ts"

/** Tells of a change of a training, once it is committed: to SDK clients as its document, to its owner's screens. */
export async function publishTrainingChange(s: Pick<Services, "config">, tx: Tx, row: TrainingRow): Promise<void> {
  await publishDocument(tx, s.config, trainingsShape, row, "update")
  await publishEvent(tx, row.accountId, modelChanged, { id: row.id })
}
