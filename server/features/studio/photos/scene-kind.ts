import { z } from "zod"
import { SceneGround, SceneLayout, sceneTitle } from "#contract/studio/scenes.ts"
import type { EngineWatch } from "#server/adapters/image-engine/port.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { inTurn, jobWorker } from "#server/platform/pictures/picture-turns.ts"
import { composeScene, sceneSize } from "./compose-scene.ts"
import { orderCutOut } from "./kinds.ts"
import { photoInput, photoKind } from "./photo-kind.ts"
import { PhotoSource, readSource } from "./source.ts"

interface PictureFile {
  file: Uint8Array
  mimeType: string
}

/** Share of the progress that cutting out is. */
const cuttingShare = 0.4

function partOf(watch: EngineWatch, from: number, share: number): EngineWatch["onProgress"] {
  return (fraction) => watch.onProgress(from + share * fraction)
}

/**
 * A run has one provider job id, and it is the cut-out's. Sets are drawn on this computer, so nothing is begun elsewhere; an engine
 * that would do so is stopped before it sends anything, because a later attempt could not ask for it.
 */
function alone(watch: EngineWatch): EngineWatch {
  const saveProviderJobId = (): Promise<never> =>
    Promise.reject(new Error("The second order of a run has no provider job id."))
  return { ...watch, providerJobId: null, saveProviderJobId }
}

async function readBehind(s: Services, behind: PhotoSource | undefined): Promise<PictureFile> {
  if (!behind) throw new Error("The scene has no picture to stand before.")
  return { file: await readSource(s, behind), mimeType: behind.mimeType }
}

const Input = z.object({
  ...photoInput,
  ground: SceneGround,
  /** The picture that is its ground. */
  behind: PhotoSource.optional(),
  layout: SceneLayout,
  seed: z.number().int(),
  /** The photo is cut out first, which is paid too; the cut-out is kept beside the scene. */
  hasBackground: z.boolean().optional(),
})

/** What costs nothing takes room of its owner's files (docs/product-rules.md#free-work). */
export function isFree({ kind }: SceneGround): boolean {
  return kind !== "set" && kind !== "words"
}

/** A product before another ground. */
export const sceneKind = photoKind({
  name: "scene",
  mode: "scene",
  title: ({ ground }) => sceneTitle(ground),
  input: Input,
  fee: (fees, { ground, hasBackground }) =>
    (hasBackground ? fees["bg-remover"] : 0) + (isFree(ground) ? 0 : fees.scene),
  cutOutFee: (fees) => fees["bg-remover"],
  needs: ({ ground, hasBackground }) => [
    ...(hasBackground ? [{ kind: "cut-out" as const }] : []),
    ...(isFree(ground) ? [] : [{ kind: "shoot" as const }]),
  ],
  makesCutOut: ({ hasBackground = false }) => hasBackground,
  isGenerated: ({ ground }) => !isFree(ground),
  isInQuota: ({ ground }) => isFree(ground),
  beside: ({ behind }) => (behind ? [behind] : []),
  async work(s, { accountId, input }, watch) {
    const { source, hasBackground } = input
    if (!hasBackground) {
      return {
        bytes: await makeScene(s, accountId, input, { file: await readSource(s, source), ...source }, watch),
        isSure: true,
      }
    }
    const cut = await orderCutOut(s, source, { ...watch, onProgress: partOf(watch, 0, cuttingShare) })
    // Nobody pays for a set around a cut-out that may be wrong and that they have not seen.
    if (!cut.isSure && !isFree(input.ground)) return { bytes: null, isSure: false, cutOut: cut.bytes, other: cut.other }
    const then = { ...alone(watch), onProgress: partOf(watch, cuttingShare, 1 - cuttingShare) }
    const bytes = await makeScene(s, accountId, input, { file: cut.bytes, mimeType: "image/png" }, then)
    return { bytes, isSure: cut.isSure, cutOut: cut.bytes, other: cut.other }
  },
})

async function makeScene(
  s: Services,
  accountId: string,
  { source, ground, behind, layout, seed }: z.output<typeof Input>,
  product: PictureFile,
  watch: EngineWatch,
): Promise<Uint8Array> {
  if (ground.kind !== "set" && ground.kind !== "words") {
    const filled = ground.kind === "picture" ? { kind: "picture" as const, ...(await readBehind(s, behind)) } : ground
    const { width, height } = sceneSize(layout, source)
    return inTurn("work", jobWorker(accountId, watch.signal), width * height, () =>
      composeScene(product.file, product.mimeType, filled, layout),
    )
  }
  const { width, height } = layout
  const [shot] = await s.engine.run(
    {
      kind: "shoot",
      photos: [product.file],
      ...(ground.kind === "set"
        ? { templates: [ground.name], colours: ground.colours }
        : { templates: [], words: ground.words }),
      from: 0,
      count: 1,
      seed,
      width,
      height,
      format: "webp",
    },
    watch,
  )
  if (!shot) throw new AppError("engine_failed", "The engine gave no picture.")
  return shot.bytes
}
