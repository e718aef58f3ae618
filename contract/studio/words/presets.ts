import { z } from "zod"
import { AspectRatio } from "#contract/catalogue/aspect-ratios.ts"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"

/** Presets that one person may keep. */
export const maxPresets = 20

/** Most letters of a preset's name. */
export const maxPresetName = 40

export const PresetName = PlainText.trim().min(1, "Give it a name.").max(maxPresetName, "The name is too long.")

/** Settings of the generator under a name. */
export const Preset = z.object({
  id: z.string(),
  name: z.string(),
  /** Slug of a mode, which may be offered no longer. */
  mode: z.string(),
  aspect_ratio: AspectRatio,
  num_outputs: z.number().int(),
  /** What is asked for; the server decides with each order (docs/product-rules.md#visibility). */
  is_public: z.boolean(),
  /** Whether it stands on the studio's home. */
  is_pinned: z.boolean(),
})
export type Preset = z.infer<typeof Preset>

const params = z.object({ presetId: RecordId })

export const listPresets = endpoint({
  method: "GET",
  path: "/studio/presets",
  access: "session",
  summary: "The person's presets of the generator by name, those on the studio's home first",
  reply: z.object({ data: z.array(Preset) }),
})

export const createPreset = endpoint({
  method: "POST",
  path: "/studio/presets",
  access: "session",
  summary: "Keeps settings of the generator under a name",
  body: z.object({
    name: PresetName,
    mode: z.string().max(60),
    aspect_ratio: AspectRatio,
    num_outputs: z.number().int().min(1).max(4),
    is_public: z.boolean(),
  }),
  status: 201,
  reply: z.object({ data: Preset }),
})

export const changePreset = endpoint({
  method: "PATCH",
  path: "/studio/presets/:presetId",
  access: "session",
  summary: "Gives a preset another name, or puts it on the studio's home",
  params,
  body: z.object({ name: PresetName.optional(), is_pinned: z.boolean().optional() }),
  reply: z.object({ data: Preset }),
})

export const deletePreset = endpoint({
  method: "DELETE",
  path: "/studio/presets/:presetId",
  access: "session",
  summary: "Removes a preset",
  params,
  reply: z.object({ message: z.string() }),
})
