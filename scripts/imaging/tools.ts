import { openModels } from "#server/adapters/image-engine/local/models/open-models.ts"
import { createPictureTools, type PictureTools } from "#server/adapters/image-engine/local/models/picture-tools.ts"

/** Cut-outs and enlargements with the models of a folder (`--models DIR`), if one is given; what is missing is told. */
export async function openTools(modelsDir: string | undefined): Promise<PictureTools> {
  const log = (message: string): void => void process.stderr.write(`${message}\n`)
  return createPictureTools(
    modelsDir === undefined ? { upscale: new Map() } : await openModels({ dir: modelsDir, log }),
    log,
  )
}
