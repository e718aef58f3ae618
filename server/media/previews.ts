import sharp, { type Sharp } from "sharp"
import { maxPreviewSide, type PreviewOutput, type PreviewQuery } from "#contract/hosted/file-previews.ts"
import { AppError } from "#server/platform/errors.ts"
import { openPicture, startClock, unreadable } from "#server/platform/pictures/picture.ts"
import { limitPreview } from "./preview-limits.ts"

/** Longest time for one step of a preview, and for all of them together, in seconds. */
const stepSeconds = 5
const jobSeconds = 10

/** A preview as it is asked for, with every default filled in. */
export type PreviewRequest = Required<{ [Name in keyof PreviewQuery]: NonNullable<PreviewQuery[Name]> }>

export const outputTypes: Readonly<Record<PreviewOutput, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
}

/** @param extension of the file's name, which decides when no output is asked for */
export function fillIn(query: PreviewQuery, extension: string): PreviewRequest {
  const named = Object.keys(outputTypes).find((output) => output === extension) as PreviewOutput | undefined
  return {
    width: query.width ?? 0,
    height: query.height ?? 0,
    gravity: query.gravity ?? "center",
    quality: query.quality ?? 100,
    borderWidth: query.borderWidth ?? 0,
    borderColor: query.borderColor ?? "",
    borderRadius: query.borderRadius ?? 0,
    opacity: query.opacity ?? 1,
    rotation: query.rotation ?? 0,
    background: query.background ?? "",
    output: query.output ?? named ?? "jpg",
  }
}

const positions: Readonly<Record<PreviewRequest["gravity"], string>> = {
  center: "centre",
  "top-left": "left top",
  top: "top",
  "top-right": "right top",
  left: "left",
  right: "right",
  "bottom-left": "left bottom",
  bottom: "bottom",
  "bottom-right": "right bottom",
  auto: "attention",
}

const clear = { r: 0, g: 0, b: 0, alpha: 0 }

/**
 * Makes a preview in the hosted backend's order of work: size, opacity, background, border, radius, rotation, encoding.
 * @param seconds for all of it
 * @throws AppError `storage_file_type_unsupported` for what cannot be decoded; `general_argument_invalid` for what costs
 * too much, `picture_too_slow`
 */
export async function makePreview(
  bytes: Buffer,
  mimeType: string,
  wanted: PreviewRequest,
  seconds = jobSeconds,
): Promise<Buffer> {
  const { left, isOver } = countDown(seconds)
  const next = (picture: Sharp): Promise<Sharp> => finish(picture, left())
  const pixels = (picture: Sharp): Promise<Pixels> => readPixels(coloured(picture), left())
  try {
    limitPreview(await openPicture(bytes, mimeType, "first").metadata(), mimeType, wanted)
    let picture = resize(openPicture(bytes, mimeType, "first").autoOrient(), wanted)
    if (wanted.opacity < 1) picture = await next(fade(await next(coloured(picture)), wanted.opacity))
    if (wanted.background) picture = await next(fill(await pixels(picture), wanted.background))
    if (wanted.borderWidth > 0)
      picture = await next(frame(await next(coloured(picture)), wanted.borderWidth, wanted.borderColor || "000"))
    if (wanted.borderRadius > 0) picture = await next(round(await pixels(picture), wanted.borderRadius))
    if (wanted.rotation % 360 !== 0) {
      const background = wanted.background ? colour(wanted.background) : clear
      picture = await next(picture.ensureAlpha().rotate(wanted.rotation, { background }))
    }
    return await encode(picture, wanted).timeout({ seconds: left() }).toBuffer()
  } catch (error) {
    if (error instanceof AppError) throw error
    throw isOver() ? tooLong(error) : unreadable(error)
  }
}

function tooLong(cause?: unknown): AppError {
  return new AppError("picture_too_slow", "This preview takes too long. Ask for a smaller one.", { cause })
}

/** Both sides given fill exactly; one keeps the ratio; none keeps the size. No side grows beyond the largest that can be asked for. */
function resize(picture: Sharp, { width, height, gravity }: PreviewRequest): Sharp {
  if (width > 0 && height > 0) return picture.resize({ width, height, fit: "cover", position: positions[gravity] })
  const isKept = width === 0 && height === 0
  return picture.resize({
    width: width || maxPreviewSide,
    height: height || maxPreviewSide,
    fit: "inside",
    withoutEnlargement: isKept,
  })
}

/** @returns what tells the seconds that the next step may take, throwing once there are none, and whether its time is over */
function countDown(seconds: number): { left: () => number; isOver: () => boolean } {
  const end = performance.now() + seconds * 1_000
  let stepIsOver = startClock(seconds)
  return {
    left() {
      const left = Math.ceil((end - performance.now()) / 1_000)
      if (left <= 0) throw tooLong()
      const step = Math.min(left, stepSeconds)
      stepIsOver = startClock(step)
      return step
    },
    isOver: () => stepIsOver(),
  }
}

/** Decoded pixels, as the library gives and takes them. */
interface Pixels {
  data: Buffer
  raw: { width: number; height: number; channels: 1 | 2 | 3 | 4 }
}

async function readPixels(picture: Sharp, seconds: number): Promise<Pixels> {
  const { data, info } = await picture.timeout({ seconds }).raw().toBuffer({ resolveWithObject: true })
  return { data, raw: { width: info.width, height: info.height, channels: info.channels } }
}

/** Begins anew with the result so far: the library has an order of its own within one run. */
async function finish(picture: Sharp, seconds: number): Promise<Sharp> {
  const { data, raw } = await readPixels(picture, seconds)
  return sharp(data, { raw })
}

/** In the colours of screens and with alpha; a grey picture would take no other colour in. */
function coloured(picture: Sharp): Sharp {
  return picture.toColourspace("srgb").ensureAlpha()
}

function fade(picture: Sharp, opacity: number): Sharp {
  return picture.linear([1, 1, 1, opacity], [0, 0, 0, 0])
}

function fill({ data, raw }: Pixels, background: string): Sharp {
  const { width, height } = raw
  return sharp({ create: { width, height, channels: 4, background: colour(background) } }).composite([
    { input: data, raw },
  ])
}

function frame(picture: Sharp, width: number, border: string): Sharp {
  const background = colour(border)
  return picture.extend({ top: width, bottom: width, left: width, right: width, background })
}

function round({ data, raw }: Pixels, radius: number): Sharp {
  const { width, height } = raw
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}"/></svg>`
  return sharp(data, { raw }).composite([{ input: Buffer.from(mask), blend: "dest-in" }])
}

function encode(picture: Sharp, { output, quality, background }: PreviewRequest): Sharp {
  const chosen = quality < 0 ? {} : { quality: Math.max(1, quality) }
  switch (output) {
    case "png":
      return picture.png()
    case "gif":
      // More effort takes more than twice the time for a palette that nobody can tell apart.
      return picture.gif({ effort: 3 })
    case "webp":
      return picture.webp(chosen)
    case "avif":
      // Colours at half the resolution, as in JPEG, take three quarters of the memory and the time.
      return picture.avif({ ...chosen, effort: 0, chromaSubsampling: "4:2:0" })
    default:
      // JPEG knows no transparency.
      return picture.flatten({ background: background ? colour(background) : "#ffffff" }).jpeg(chosen)
  }
}

/** @param hex of 3, 6 or 8 digits; the last two of 8 are the opacity */
function colour(hex: string): { r: number; g: number; b: number; alpha: number } {
  const full = hex.length === 3 ? hex.replace(/./g, "$&$&") : hex
  const part = (at: number): number => Number.parseInt(full.slice(at, at + 2) || "ff", 16)
  return { r: part(0), g: part(2), b: part(4), alpha: part(6) / 255 }
}

/** Side of the icon shown for what is no picture, in pixels. */
const iconSide = 256

/** A sheet of paper with lines, sized and dressed as a preview is. */
export function makeIcon(wanted: PreviewRequest): Promise<Buffer> {
  const sheet = (width: number, height: number, background: string, left: number, top: number) => ({
    input: { create: { width, height, channels: 3 as const, background } },
    left,
    top,
  })
  const lines = [88, 116, 144, 172].map((top, index) => sheet(index === 3 ? 56 : 96, 8, "#c3bdb3", 80, top))
  const paper = sharp({ create: { width: iconSide, height: iconSide, channels: 4, background: clear } }).composite([
    sheet(144, 192, "#8f887d", 56, 32),
    sheet(136, 184, "#fbf8f3", 60, 36),
    ...lines,
  ])
  return paper
    .png()
    .toBuffer()
    .then((icon) => makePreview(icon, "image/png", wanted))
}
