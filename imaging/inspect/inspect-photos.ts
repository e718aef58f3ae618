// biome-ignore-all lint/style/noNonNullAssertion: typed array reads inside bounds

import type { OutlineNetwork } from "#imaging/cutout/network/read-network.ts"
import { checkPicture, type Picture } from "#imaging/pixels/picture.ts"
import { type Finding, type FindingCode, finding } from "./findings.ts"
import { fingerprintOf, isNearDuplicate } from "./fingerprint.ts"
import { burntShareOf, focusOf, framingOf, highlightsOf } from "./look.ts"

/** A decoded photo, already upright. */
export interface Photo {
  picture: Picture
  /** The orientation the file asked for (EXIF, 1 to 8), if it said so. */
  exifOrientation?: number
}

/** What we think of one photo of a set. */
export interface Verdict {
  /** The photo's place in the list. */
  photo: number
  /** False when a finding says to leave it out. */
  isUsable: boolean
  /** Empty when there is nothing to say; the most serious first. */
  findings: Finding[]
  /** The earlier photo it repeats, when it does. */
  duplicateOf?: number
}

/** Smallest shorter side in pixels. Source: specification, section 2 (training instructions). */
const leastSide = 384
const limits = {
  longest: 2.4,
  focus: 1.28,
  // a black thing on black cloth has small lights; a photo taken in the dark has none (seen: 81 and up, 57 and below)
  dark: { broad: 45, small: 70 },
  burnt: 0.3,
  washedOut: 0.5,
  box: 0.06,
  edge: 0.03,
  offCentre: 0.3,
  trusted: 0.4,
}

/** What one photo shows by itself: all that is needed to judge it among others. */
export interface PhotoLook {
  codes: FindingCode[]
  /** Absent when the photo could not be read. */
  fingerprint?: Int16Array
}

/** A file that is no picture. */
export const unreadableLook: PhotoLook = { codes: ["unreadable"] }

/** Looks at every photo of a training set, alone and beside the earlier ones. Never throws for a bad photo. */
export function inspectPhotos(photos: readonly Photo[], network: OutlineNetwork): Verdict[] {
  return judgePhotos(photos.map((photo) => lookAtPhoto(photo, network)))
}

/** The slow part: one photo alone, half a second each. Never throws for a bad photo. */
export function lookAtPhoto(photo: Photo, network: OutlineNetwork): PhotoLook {
  if (!isReadable(photo.picture)) return unreadableLook
  const picture = onPaper(photo.picture)
  return { codes: findingsOf({ ...photo, picture }, network), fingerprint: fingerprintOf(picture) }
}

/** The light grey that stands behind what is transparent, sRGB: neither dark nor burnt out. */
const paper = 225

/** The picture as it is seen on paper: what is transparent has no colour of its own that could be judged. */
function onPaper(picture: Picture): Picture {
  const { width, height, channels, data } = picture
  if (channels === 3) return picture
  const seen = new Uint8Array(width * height * 3)
  for (let p = 0; p < width * height; p++) {
    const alpha = data[4 * p + 3]! / 255
    for (let c = 0; c < 3; c++) seen[3 * p + c] = Math.round(paper + alpha * (data[4 * p + c]! - paper))
  }
  return { width, height, channels: 3, data: seen }
}

/** Judges photos that were looked at, each beside the earlier ones. */
export function judgePhotos(looks: readonly PhotoLook[]): Verdict[] {
  return looks.map(({ codes, fingerprint }, index) => {
    const earlier = looks
      .slice(0, index)
      .findIndex((other) => fingerprint && other.fingerprint && isNearDuplicate(other.fingerprint, fingerprint))
    if (earlier < 0) return verdictOf(index, codes, undefined)
    return verdictOf(index, ["near_duplicate", ...codes], earlier)
  })
}

function isReadable(picture: Picture): boolean {
  try {
    checkPicture(picture)
    return true
  } catch {
    return false
  }
}

function findingsOf({ picture, exifOrientation }: Photo, network: OutlineNetwork): FindingCode[] {
  const { width, height } = picture
  const codes: FindingCode[] = []
  if (exifOrientation !== undefined && exifOrientation > 1) codes.push("turned")
  if (Math.max(width, height) > limits.longest * Math.min(width, height)) codes.push("odd_shape")
  if (Math.min(width, height) < leastSide) return [...codes, "too_small"]
  const { broad, small } = highlightsOf(picture)
  if (broad < limits.dark.broad || small < limits.dark.small) codes.push("too_dark")
  const framing = framingOf(picture, network)
  // where the product itself went white there are no edges left to judge, and light is the first thing to mend
  if (framing === undefined && burntShareOf(picture) > limits.washedOut) return [...codes, "too_bright", "no_product"]
  const focus = focusOf(picture)
  if (focus !== undefined && focus < limits.focus) codes.push("blurred")
  // in the dark nothing stands out, and light is the first thing to mend
  if (framing === undefined) return codes.includes("too_dark") ? codes : [...codes, "no_product"]
  // a product that was found by guessing says nothing about framing, but for what the border itself shows
  if (framing.confidence < limits.trusted) return framing.runsOut ? [...codes, "product_cut_off"] : codes
  if (framing.burntShare > limits.burnt) codes.push("too_bright")
  if (framing.runsOut || framing.edgeShare > limits.edge) codes.push("product_cut_off")
  else if (framing.offCentre > limits.offCentre) codes.push("product_off_centre")
  if (framing.boxShare < limits.box) codes.push("product_small")
  return codes
}

function verdictOf(photo: number, codes: FindingCode[], duplicateOf: number | undefined): Verdict {
  const order = { stop: 0, warn: 1, note: 2 }
  const findings = codes.map(finding).sort((a, b) => order[a.severity] - order[b.severity])
  const isUsable = findings.every((found) => found.severity !== "stop")
  return { photo, isUsable, findings, ...(duplicateOf === undefined ? {} : { duplicateOf }) }
}
