import type { RunKind } from "#server/declarations/run-kind.ts"
import { batchKind } from "#server/features/studio/batches/kind.ts"
import { pictureKind } from "#server/features/studio/generations/kind.ts"
import { describeKind } from "#server/features/studio/photos/describe-kind.ts"
import { cutOutKind, upscaleKind } from "#server/features/studio/photos/kinds.ts"
import { sceneKind } from "#server/features/studio/photos/scene-kind.ts"
import { productCutOutKind, productSceneKind } from "#server/features/studio/shelf/from-photo-kinds.ts"
import { trainingKind } from "#server/features/studio/trainings/kind.ts"
import { shotKind } from "#server/features/studio/trainings/shot-kind.ts"

/** Every kind of paid engine work; the only list of them. */
export const runKinds: ReadonlyMap<string, RunKind> = byName([
  pictureKind,
  upscaleKind,
  cutOutKind,
  describeKind,
  sceneKind,
  batchKind,
  trainingKind,
  shotKind,
  productCutOutKind,
  productSceneKind,
])

/** @throws when two kinds have one name */
function byName(list: readonly RunKind[]): ReadonlyMap<string, RunKind> {
  const kinds = new Map(list.map((kind) => [kind.name, kind]))
  if (kinds.size < list.length) throw new Error("Two kinds of runs have one name.")
  return kinds
}
