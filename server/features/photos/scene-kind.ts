import { z } from "zod"
import { makerTitle } from "#contract/catalogue/makers.ts"
import { SceneGround, SceneLayout } from "#contract/product/scenes.ts"
import { inTurn } from "#server/media/picture.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Services } from "#server/services.ts"
import { composeScene } from "./compose-scene.ts"
import { photoInput, photoKind } from "./photo-kind.ts"
import { PhotoSource, readSource } from "./source.ts"

async function readBehind(s: Services, behind: PhotoSource | undefined): Promise<{ file: Buffer; mimeType: string }> {
  if (!behind) throw new Error("The scene has no picture to stand before.")
  return { file: await readSource(s, behind), mimeType: behind.mimeType }
}

/** A product before another ground. */
export const sceneKind = photoKind({
  name: "scene",
  mode: "scene",
  title: makerTitle("scene"),
  input: z.object({
    ...photoInput,
    ground: SceneGround,
    /** The picture that is its ground. */
    behind: PhotoSource.optional(),
    layout: SceneLayout,
    seed: z.number().int(),
  }),
  fee: (fees, { ground }) => (ground.kind === "set" ? fees.scene : 0),
  needs: ({ ground }) => (ground.kind === "set" ? { kind: "shoot" } : undefined),
  isGenerated: ({ ground }) => ground.kind === "set",
  beside: ({ behind }) => (behind ? [behind] : []),
  async work(s, { input }, watch) {
    const { source, ground, behind, layout, seed } = input
    const photo = await readSource(s, source)
    if (ground.kind !== "set") {
      const filled = ground.kind === "picture" ? { kind: "picture" as const, ...(await readBehind(s, behind)) } : ground
      return { bytes: await inTurn(() => composeScene(photo, source.mimeType, filled, layout)), isSure: true }
    }
    const { width, height } = layout
    const [shot] = await s.engine.run(
      {
        ...{ kind: "shoot", photos: [photo], templates: [ground.name], from: 0, count: 1, seed },
        ...{ width, height, format: "webp" },
      },
      watch,
    )
    if (!shot) throw new AppError("engine_failed", "The engine gave no picture.")
    return { bytes: shot.bytes, isSure: true }
  },
})
