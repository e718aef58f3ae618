import type { Mask } from "#imaging/cutout/matting/cut-along.ts"
import { type Cutout, removeBackground } from "#imaging/cutout/remove-background.ts"
import { type Picture, PictureError } from "#imaging/pixels/picture.ts"
import { maxResultPixels, type UpscaleFactor, upscale } from "#imaging/upscale/upscale.ts"
import type { Maker } from "#server/adapters/image-engine/port.ts"
import type { Models } from "./open-models.ts"
import { loadOutlineNetwork } from "./outline-network.ts"
import { loadDoubler } from "./stored-doubler.ts"

export interface ToolCutout extends Pick<Cutout, "picture" | "confidence" | "isSure"> {
  by: Maker
  /** A mask that may be the better one; only where it is not sure. */
  other: Mask | undefined
}

/** Cut-outs and enlargements by models where there are any, else by our own methods. */
export interface PictureTools {
  /** @throws PictureError */
  cutOut(picture: Picture): Promise<ToolCutout>
  /** Pictures with alpha are enlarged by our own method: models know only colours. @throws PictureError */
  enlarge(
    picture: Picture,
    factor: UpscaleFactor,
    quality: number | undefined,
  ): Promise<{ picture: Picture; by: Maker }>
}

/** A model's own confidence from which on its cut-out is shown without a warning: most of its pixels are decided then. */
const modelSureFrom = 0.65

/** A model that fails costs a line in the log, not the picture. */
export function createPictureTools(models: Models, log: (message: string) => void): PictureTools {
  async function attempt<T>(what: string, run: (() => Promise<T>) | undefined): Promise<T | undefined> {
    if (!run) return undefined
    try {
      return await run()
    } catch (error) {
      if (error instanceof PictureError) throw error
      log(`the ${what} model failed, so the local engine does it: ${error instanceof Error ? error.message : error}`)
      return undefined
    }
  }
  return {
    async cutOut(picture) {
      const { cutout: model } = models
      // What is cut out already needs no model.
      const found = await attempt("cut-out", model && picture.channels === 3 ? () => model.cut(picture) : undefined)
      if (found) return { ...found, isSure: found.confidence >= modelSureFrom, by: "model", other: undefined }
      const { picture: cut, confidence, isSure, alternatives } = removeBackground(picture, await loadOutlineNetwork())
      return { picture: cut, confidence, isSure, by: "local", other: isSure ? undefined : alternatives[0] }
    },
    async enlarge(picture, factor, quality) {
      const isSuitable = picture.channels === 3 && picture.width * picture.height * factor ** 2 <= maxResultPixels
      const model = isSuitable ? models.upscale.get(factor) : undefined
      const found = await attempt("enlarging", model && (() => model.enlarge(picture)))
      if (found) return { picture: found, by: "model" }
      return { picture: upscale(picture, factor, { quality, network: loadDoubler() }), by: "local" }
    },
  }
}
