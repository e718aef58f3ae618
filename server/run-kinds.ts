import { batchKind } from "#server/features/batches/kind.ts"
import { pictureKind } from "#server/features/generations/kind.ts"
import { describeKind } from "#server/features/photos/describe-kind.ts"
import { cutOutKind, upscaleKind } from "#server/features/photos/kinds.ts"
import { sceneKind } from "#server/features/photos/scene-kind.ts"
import { trainingKind } from "#server/features/trainings/kind.ts"
import { shotKind } from "#server/features/trainings/shot-kind.ts"
import type { RunKind } from "./run-kind.ts"

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
])

/** @throws when two kinds have one name */
function byName(list: readonly RunKind[]): ReadonlyMap<string, RunKind> {
  const kinds = new Map(list.map((kind) => [kind.name, kind]))
  if (kinds.size < list.length) throw new Error("Two kinds of runs have one name.")
  return kinds
}
