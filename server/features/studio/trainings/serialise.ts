import { imagesBucketId, viewPath } from "#contract/hosted/files.ts"
import { serialiseDate } from "#contract/primitives.ts"
import { projectId } from "#contract/project.ts"
import type { Model } from "#contract/studio/trainings.ts"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import * as queries from "./queries.ts"

/** Own models as their owner sees them, in the order of the rows. */
export async function toModels(
  s: Pick<Services, "config">,
  db: Db,
  rows: readonly queries.TrainingRow[],
): Promise<Model[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const runIds = rows.flatMap(({ runId }) => runId ?? [])
  const images = await queries.listImages(db, ids)
  const views = await queries.listViews(db, ids)
  const shots = await queries.countShots(db, ids)
  const runs = await queries.trainingRunsOf(db, runIds)
  const address = (fileId: string): string => s.config.publicUrl + viewPath(imagesBucketId, fileId, projectId)
  return rows.map((row) => {
    const { made = 0, open = 0, refunded = 0 } = shots.get(row.id) ?? {}
    const run = runs.get(row.runId ?? "")
    const isShooting = row.status === "preparing_photoshoot"
    return {
      id: row.id,
      triggerWord: row.triggerWord,
      title: row.title || titleOf(row),
      PrimaryStyle: row.primaryStyle,
      trainingStatus: row.status,
      progress: isShooting ? made / Math.max(1, made + open) : (run?.progress ?? 0),
      failure: row.failure,
      isRefunded: cameToNothing(row) && (run?.isRefunded === true || refunded > 0),
      engine: row.engine,
      images: images.filter(({ trainingId }) => trainingId === row.id).map(({ id }) => address(id)),
      isPublic: row.isPublic,
      url: row.url,
      views: views.filter(({ trainingId }) => trainingId === row.id).length,
      colours: row.colours,
      findings: row.findings ?? [],
      shots: made,
      openShots: open,
      allowance: row.allowance,
      data_created: serialiseDate(row.createdAt),
    }
  })
}

/** What a model is called until its owner gives it a name: its trigger word ends in thirty letters that nobody reads. */
function titleOf({ primaryStyle, createdAt }: queries.TrainingRow): string {
  return `${primaryStyle}, ${new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(createdAt)}`
}

function cameToNothing({ status }: queries.TrainingRow): boolean {
  return status === "training_failed" || status === "cancelled"
}
