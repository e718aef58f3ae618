import { z } from "zod"
import { makerTitle } from "#contract/catalogue/makers.ts"
import { enlargementFactors } from "#contract/studio/photos.ts"
import type { EngineWatch } from "#server/adapters/image-engine/port.ts"
import type { Services } from "#server/declarations/services.ts"
import { isUpscalingFree, takeFreeUpscaling } from "#server/features/money/credits/service.ts"
import { cutOutMode, type MadePhoto, photoInput, photoKind } from "./photo-kind.ts"
import { type PhotoSource, readSource } from "./source.ts"

const Factor = z.union(enlargementFactors.map((factor) => z.literal(factor)) as [z.ZodLiteral<2>, z.ZodLiteral<4>])

/** A photo two or four times as large. */
export const upscaleKind = photoKind({
  name: "upscale",
  mode: "photo-upscaling",
  title: () => makerTitle("photo-upscaling"),
  input: z.object({ ...photoInput, factor: Factor }),
  fee: (fees) => fees["photo-upscaling"],
  waiver: { isWaived: isUpscalingFree, waive: takeFreeUpscaling },
  needs: () => [{ kind: "enlargement" }],
  async work(s, { input }, watch) {
    const { source, factor } = input
    const file = await readSource(s, source)
    // Transparency and what WebP cannot hold stay PNG.
    const format = source.mimeType === "image/png" || isTooLongForWebp(source, factor) ? "png" : "webp"
    const { bytes } = await s.engine.run({ kind: "enlargement", file, factor, format }, watch)
    return { bytes, isSure: true }
  },
})

/** Longest side of a WebP picture, in pixels. */
const longestWebpSide = 16_383

function isTooLongForWebp({ width, height }: { width: number; height: number }, factor: number): boolean {
  return Math.max(width, height) * factor > longestWebpSide
}

/** Orders what a photo is about, without what is behind it. PNG, so that nothing of it changes. */
export async function orderCutOut(
  s: Services,
  source: PhotoSource,
  watch: EngineWatch,
): Promise<MadePhoto & { bytes: Uint8Array }> {
  const file = await readSource(s, source)
  const { bytes, isSure, other } = await s.engine.run({ kind: "cut-out", file, format: "png" }, watch)
  return { bytes, isSure, other }
}

/** What a photo is about, without what is behind it. */
export const cutOutKind = photoKind({
  name: "cut-out",
  mode: cutOutMode,
  isCutOut: true,
  title: () => makerTitle("bg-remover"),
  input: z.object(photoInput),
  fee: (fees) => fees["bg-remover"],
  needs: () => [{ kind: "cut-out" }],
  work: (s, { input }, watch) => orderCutOut(s, input.source, watch),
})
