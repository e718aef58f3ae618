import sharp from "sharp"
import type { ExportPreset } from "#contract/catalogue/export-presets.ts"
import type { CheckedRule } from "#contract/studio/exports.ts"
import { type Box, findBoxBelow } from "#server/media/product-box.ts"
import { sniff } from "#server/platform/pictures/content.ts"
import { inspectPicture } from "#server/platform/pictures/picture.ts"
import { type ExportSource, enlargementFor } from "./make.ts"

/** Least lightness of a white edge and of a pure white one, of 255. JPEG moves white by a step or two. */
const leastWhite = { "white-border": 245, white: 252 } as const

/** Share of the frame's sides that counts as its edge. */
const edgeShare = 0.02

/** How far the product's share may be from the one that is asked for. */
const fillTolerance = 0.07

/** A pixel of which any colour is darker than this, of 255, is the product's. */
const seenBelow = 235

/**
 * Holds a picture against the rules of a place.
 * @param source what it was made of: white that we put around a picture says nothing of the product's own background
 */
export async function checkPicture(
  bytes: Uint8Array,
  preset: ExportPreset,
  { standsAlone }: Pick<ExportSource, "standsAlone">,
): Promise<CheckedRule[]> {
  const mimeType = sniff(bytes, "")
  const isTaken = preset.formats.some((format) => mimeType === `image/${format}`)
  const found = mimeType.startsWith("image/") ? await inspectPicture(bytes, mimeType).catch(() => null) : null
  const rules: CheckedRule[] = [
    {
      rule: "size",
      isPassed: found?.width === preset.width && found.height === preset.height,
      reason: found
        ? `${found.width} × ${found.height} px; ${preset.width} × ${preset.height} is asked for.`
        : "The picture cannot be read.",
    },
    {
      rule: "bytes",
      isPassed: bytes.length <= preset.maxBytes,
      reason: `${describeBytes(bytes.length)}; at most ${describeBytes(preset.maxBytes)} is taken.`,
    },
    {
      rule: "format",
      isPassed: isTaken,
      reason: `${mimeType.replace("image/", "").toUpperCase()}; ${preset.formats.map((one) => one.toUpperCase()).join(" or ")} is taken.`,
    },
    {
      rule: "location",
      isPassed: found !== null && !found.hasPlace,
      reason: found?.hasPlace ? "The file says where it was taken." : "The file does not say where it was taken.",
    },
  ]
  if (!found || preset.ground === "any") return rules
  const asksForFill = preset.ground === "white" ? preset.fill : undefined
  if (!standsAlone) {
    rules.push({
      rule: "border",
      isPassed: false,
      reason: "The product stands before a background of its own; a white frame around it does not change that.",
    })
    if (asksForFill !== undefined)
      rules.push({
        rule: "fill",
        isPassed: false,
        reason: "How much of the frame the product takes can be measured once it stands alone.",
      })
    return rules
  }
  const look = await lookAt(bytes)
  const isWhite = look.darkestEdge >= leastWhite[preset.ground]
  rules.push({ rule: "border", isPassed: isWhite, reason: isWhite ? "White all around." : "The edge is not white." })
  if (asksForFill !== undefined) {
    const percent = Math.round(look.fill * 100)
    rules.push({
      rule: "fill",
      isPassed: Math.abs(look.fill - asksForFill) <= fillTolerance,
      reason: `The product takes ${percent} % of the frame; about ${Math.round(asksForFill * 100)} % is asked for.`,
    })
  }
  return rules
}

/** How many times as large a picture may be made for a place. Chosen, not measured: what is more is told. */
const mostEnlarged = 1.5

/** Whether a finished file has as many pixels of the picture as its size promises. */
export function checkSharpness(picture: ExportSource, preset: ExportPreset): CheckedRule {
  const times = enlargementFor(picture, preset)
  const said = times.toFixed(1)
  if (times <= 1) return { rule: "sharpness", isPassed: true, reason: "The picture is large enough." }
  if (times <= mostEnlarged) {
    return { rule: "sharpness", isPassed: true, reason: `Made ${said} times as large.` }
  }
  const { width, height } = picture.standsAlone ? picture.box : picture
  const what = picture.standsAlone ? "the product" : "the picture"
  return {
    rule: "sharpness",
    isPassed: false,
    reason: `Too small: ${what} has ${width} × ${height} px and is made ${said} times as large for this place, so it looks soft.`,
  }
}

/** What is seen: how dark the edge gets, and how much of the frame is not white. */
async function lookAt(bytes: Uint8Array): Promise<{ darkestEdge: number; fill: number }> {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .flatten({ background: "#ffffff" })
    .toColourspace("srgb")
    .removeAlpha()
    .png({ compressionLevel: 0 })
    .toBuffer({ resolveWithObject: true })
  const { width, height } = info
  const edge = Math.max(1, Math.round(Math.min(width, height) * edgeShare))
  const sides: Box[] = [
    { left: 0, top: 0, width, height: edge },
    { left: 0, top: height - edge, width, height: edge },
    { left: 0, top: 0, width: edge, height },
    { left: width - edge, top: 0, width: edge, height },
  ]
  let darkestEdge = 255
  for (const side of sides) {
    const { channels } = await sharp(await sharp(data).extract(side).png({ compressionLevel: 0 }).toBuffer()).stats()
    for (const { min } of channels) darkestEdge = Math.min(darkestEdge, min)
  }
  const box = await findBoxBelow(data, seenBelow)
  return { darkestEdge, fill: box ? Math.max(box.width / width, box.height / height) : 0 }
}

function describeBytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`
}
