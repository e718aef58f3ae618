import { buffer } from "node:stream/consumers"
import type { KnownModel } from "#server/adapters/image-engine/port.ts"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import * as queries from "./queries.ts"

/** A training that has a model. */
export type TrainedRow = queries.TrainingRow & { model: string }

/** @throws AppError `not_found`, also before it is trained */
export async function findTrained(db: Db, trainingId: string): Promise<TrainedRow> {
  const training = await queries.findTraining(db, trainingId)
  if (!training || training.model === null) throw new AppError("not_found", "This model is not trained.")
  return { ...training, model: training.model }
}

/**
 * A trained model with its views, as the engine wants it.
 * @throws AppError `not_found`, also before it is trained
 */
export async function loadModel(
  s: Pick<Services, "db" | "storage">,
  trainingId: string,
): Promise<{ training: TrainedRow; known: KnownModel }> {
  const training = await findTrained(s.db, trainingId)
  const views: Buffer[] = []
  for (const { storageKey } of await queries.listViews(s.db, [trainingId])) {
    const stored = await s.storage.get(storageKey)
    if (stored) views.push(await buffer(stored.body))
  }
  return { training, known: { model: training.model, triggerWord: training.triggerWord, views } }
}
