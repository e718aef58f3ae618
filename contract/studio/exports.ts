import { z } from "zod"
import { type ExportPresetSlug, exportPresets } from "#contract/catalogue/export-presets.ts"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText } from "#contract/primitives.ts"
import { GroundColour } from "./scenes.ts"

const slugs = exportPresets.map(({ slug }) => slug) as [ExportPresetSlug, ...ExportPresetSlug[]]

/** Address of a picture kept here that the person may see. */
const Image = PlainText.min(1).max(2_000)

/**
 * Top and bottom of the colours that a cut-out stands before where a place does not ask for white; white where they are left
 * out. Other pictures have their own background and take no notice.
 */
const behind = { from: GroundColour.optional(), to: GroundColour.optional() }

export const exportRules = ["size", "bytes", "format", "border", "fill", "location", "sharpness"] as const

/** One rule of a place, and whether a picture keeps it. */
export const CheckedRule = z.object({ rule: z.enum(exportRules), isPassed: z.boolean(), reason: z.string() })
export type CheckedRule = z.infer<typeof CheckedRule>

/** How a picture does at one place. */
export const ExportCheck = z.object({
  preset: z.enum(slugs),
  isPassed: z.boolean(),
  rules: z.array(CheckedRule),
  /** Bytes of what was checked. */
  bytes: z.number(),
  /** A small look at the very file that would be downloaded, as a data address; null for a picture as it is. */
  preview: z.string().nullable().default(null),
})
export type ExportCheck = z.infer<typeof ExportCheck>

/** `made`: what the download gives. `as-it-is`: the picture itself. */
export const checkExports = endpoint({
  method: "GET",
  path: "/exports/check",
  access: "session",
  summary: "Checks a picture against the rules of one place; free",
  query: z.object({
    image: Image,
    preset: z.enum(slugs),
    what: z.enum(["made", "as-it-is"]).default("made"),
    ...behind,
  }),
  reply: z.object({ data: ExportCheck }),
})

/** Several presets with commas between them come as a ZIP with a manifest, one as the picture itself. */
export const downloadExports = endpoint({
  method: "GET",
  path: "/exports/download",
  access: "session",
  summary: "A picture made ready for one or several places; free",
  query: z.object({ image: Image, presets: PlainText.min(1).max(500), ...behind }),
  reply: z.unknown(),
})
