import { z } from "zod"
import { makerTitle } from "#contract/catalogue/makers.ts"
import { SceneGround, SceneLayout } from "#contract/product/scenes.ts"
import { inTurn } from "#server/media/picture.ts"
import { AppError } from "#server/platform/errors.ts"
import { composeScene } from "./compose-scene.ts"
import { photoInput, photoKind } from "./photo-kind.ts"
import { readSource } from "./source.ts"

/** A product before another ground. */
export const sceneKind = photoKind({
  name: "scene",
  mode: "scene",
  title: makerTitle("scene"),
  input: z.object({ ...photoInput, ground: SceneGround, layout: SceneLayout, seed: z.number().int() }),
  fee: (fees, { ground }) => (ground.kind === "set" ? fees.scene : 0),
  needs: ({ ground }) => (ground.kind === "set" ? { kind: "shoot" } : undefined),
  isGenerated: ({ ground }) => ground.kind === "set",
  async work(s, { input }, watch) {
    const { source, ground, layout, seed } = input
    const photo = await readSource(s, source)
    if (ground.kind !== "set") {
      return { bytes: await inTurn(() => composeScene(photo, source.mimeType, ground, layout)), isSure: true }
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
