import { type AspectRatio, aspectRatios } from "#contract/catalogue/aspect-ratios.ts"
import type { PictureOrder } from "#server/adapters/image-engine/port.ts"
import type { ReplicateUse } from "./models.ts"

/** What all of its inputs need of an order. */
type Wanted = Pick<PictureOrder, "sentPrompt" | "width" | "height" | "format"> & { raw?: boolean }

type Input = Record<string, string | number | boolean>

const usesByMode: Record<string, ReplicateUse | null> = {
  "flux1.1-ultra": "ultra",
  "flux-dev-realism": "realism",
  "ghibsky-style": "ghibsky",
  "tok-style": "half-illustration",
  "cnstill-style": "cinestill",
  dalle3: null,
}

/** Which model draws a mode; the modes not named are prompt templates of the default one. Null: none does. */
export function modelOfMode(mode: string): ReplicateUse | null {
  const use = usesByMode[mode]
  return use === undefined ? "pro" : use
}

/** Whether one call makes all pictures of an order. */
export function makesSeveral(use: ReplicateUse): boolean {
  return use !== "pro" && use !== "ultra"
}

/** What the model of a mode is sent. @param count pictures of this call */
export function pictureInput(use: ReplicateUse, order: Wanted, seed: number, count: number): Input {
  const common = { prompt: order.sentPrompt, aspect_ratio: ratioOf(order), seed }
  switch (use) {
    case "ultra":
      return { ...common, output_format: "png", raw: order.raw ?? false, safety_tolerance: 2 }
    case "pro":
      return {
        ...common,
        output_format: order.format,
        output_quality: 80,
        safety_tolerance: 2,
        prompt_upsampling: false,
      }
    case "realism":
      return {
        ...common,
        output_format: order.format,
        output_quality: 100,
        num_outputs: count,
        guidance: 3.5,
        lora_strength: 0.8,
        num_inference_steps: 30,
      }
    default:
      return {
        ...common,
        output_format: order.format,
        output_quality: 90,
        num_outputs: count,
        model: "dev",
        guidance_scale: 3.5,
        num_inference_steps: 28,
        lora_scale: use === "cinestill" ? 0.6 : 1,
      }
  }
}

/** The named shape that is nearest to an order's sides; every one of the catalogue exists at the provider. */
function ratioOf({ width, height }: { width: number; height: number }): AspectRatio {
  const wanted = Math.log(width / height)
  const far = (name: AspectRatio): number => {
    const [w = 1, h = 1] = name.split(":").map(Number)
    return Math.abs(Math.log(w / h) - wanted)
  }
  const names = Object.keys(aspectRatios) as AspectRatio[]
  return names.reduce((best, name) => (far(name) < far(best) ? name : best))
}
