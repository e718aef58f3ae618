import { trainingRules } from "#contract/catalogue/trainings.ts"
import type { PhotoFinding } from "#contract/studio/trainings.ts"
import { heicWayOut } from "#web/lib/photos/prepare-photo.ts"
import { countTurned } from "./small-photo.ts"

/** One chosen photo and what is known of it. */
export interface DatasetPhoto {
  /** Key under which it is kept on this device. */
  id: string
  /** What is uploaded: the photo, or a smaller copy of it. */
  file: File
  /** Bytes of the photo, where `file` is a smaller copy. */
  originalBytes: number | undefined
  /** Whether it was chosen on an earlier visit. */
  isFromBefore: boolean
  /** Address of the file in this page. */
  preview: string
  /** Undefined while it is looked at. */
  findings: readonly PhotoFinding[] | undefined
  /** Empty until it was looked at. */
  print: readonly number[]
  /** 0 to 1 while it goes up. */
  progress: number | undefined
  /** Where it is kept, once it is up. */
  address: string | undefined
  hasFailed: boolean
}

const finding = (code: string, words: string, retake: string): PhotoFinding => ({
  code,
  severity: "stop" as const,
  words,
  retake,
})

/** In the words of the server, which sees only an upright copy of the photo. */
export const turned: PhotoFinding = {
  code: "turned",
  severity: "note",
  words: "Your phone stored this photo turned.",
  retake: "We turn it upright for you. Nothing to do.",
}

export const unreadable = finding(
  "unreadable",
  "This photo cannot be opened here.",
  "Save it as JPEG or PNG and add it again.",
)

/** The same for a photo of an iPhone. */
export const unreadableHeic = finding("unreadable", "This HEIC photo cannot be opened here.", heicWayOut())

export const tooSmall = finding(
  "too_small",
  `This photo is smaller than ${trainingRules.minSide}x${trainingRules.minSide}.`,
  "Take it closer, or send the original instead of a copy from a chat.",
)

const duplicate = finding("near_duplicate", "This is the same photo as an earlier one.", "Take it from another side.")

/** In the words of the server, which sees one photo at a time. */
const nearDuplicate: PhotoFinding = {
  code: "near_duplicate",
  severity: "warn",
  words: "This photo is almost the same as another one.",
  retake: "Keep one of the two and take the other from a different side.",
}

/** Most steps of brightness that go another way in the same photo, and in nearly the same one. */
const turnedSteps = { same: 1, near: 7 }

/** What is found about each photo, with copies of earlier ones. */
export function judge(photos: readonly DatasetPhoto[]): Map<string, readonly PhotoFinding[] | undefined> {
  return new Map(
    photos.map(({ id, print, findings }, index) => {
      const copy = findCopy(print, photos.slice(0, index))
      return [id, copy && findings ? [copy, ...findings] : findings]
    }),
  )
}

/** What is to be said of a photo that repeats an earlier one; null for one that does not. */
function findCopy(print: readonly number[], earlier: readonly DatasetPhoto[]): PhotoFinding | null {
  if (print.length === 0) return null
  const compared = earlier.filter((photo) => photo.print.length > 0)
  const nearest = Math.min(...compared.map((photo) => countTurned(print, photo.print)))
  if (nearest <= turnedSteps.same) return duplicate
  return nearest <= turnedSteps.near ? nearDuplicate : null
}

/** Whether a photo counts towards those that a training needs. */
export function isUsable(findings: readonly PhotoFinding[] | undefined): boolean {
  return findings?.every(({ severity }) => severity !== "stop") ?? false
}

/** What is still missing before a shoot can begin; "" when nothing is. */
export function missingWords(photos: readonly DatasetPhoto[]): string {
  const findings = judge(photos)
  const usable = photos.filter(({ id }) => isUsable(findings.get(id))).length
  const missing = trainingRules.minImages - usable
  if (missing <= 0) return ""
  const isLooking = photos.some(({ id }) => findings.get(id) === undefined)
  if (isLooking) return "Your photos are being looked at."
  return missing === 1 ? "One more good photo is needed." : `${missing} more good photos are needed.`
}
