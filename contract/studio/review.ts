import { z } from "zod"
import { maxReportNote, reportReasonNames } from "#contract/catalogue/report-reasons.ts"
import { endpoint } from "#contract/endpoint.ts"
import { OptionalReason, Reason } from "#contract/identity/reason.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"

/** Which collection a picture is of. */
export const PictureSource = z.enum(["generations", "photoshoots"])
export type PictureSource = z.infer<typeof PictureSource>

const PictureParams = z.object({ source: PictureSource, pictureId: RecordId })

export const reportPicture = endpoint({
  method: "POST",
  path: "/reports",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Tells the operators what is wrong with a public picture; no account is needed",
  body: z.object({
    source: PictureSource.default("generations"),
    pictureId: RecordId,
    reason: z.enum(reportReasonNames),
    note: PlainText.trim().max(maxReportNote, `At most ${maxReportNote} letters`).default(""),
  }),
  status: 201,
  reply: z.object({ message: z.string() }),
})

export const PickedPicture = z.object({
  source: PictureSource,
  id: z.string(),
  /** What others read of it (`publicTitle`). */
  title: z.string(),
  /** Words that draw one like it, and with what; null for what was made of a photo. */
  words: z.object({ prompt: z.string(), mode: z.string() }).nullable(),
  url: z.string(),
  preview: z.string(),
  width: z.number(),
  height: z.number(),
})
export type PickedPicture = z.infer<typeof PickedPicture>

export const listPicks = endpoint({
  method: "GET",
  path: "/showcase/picks",
  access: "anyone",
  summary: "Public pictures that the team put first on the showcase",
  reply: z.object({ data: z.array(PickedPicture) }),
})

/** The lists of the review page: open reports first, then what waits, all public pictures, what is down, and what is picked. */
export const ReviewList = z.enum(["reports", "waiting", "public", "down", "picks"])
export type ReviewList = z.infer<typeof ReviewList>

export const ReviewedPicture = z.object({
  source: PictureSource,
  id: z.string(),
  prompt: z.string(),
  /** Where operators see a small copy, whether or not it is public now. */
  preview: z.string(),
  width: z.number(),
  height: z.number(),
  createdAt: z.string(),
  owner: z.object({ id: z.string(), name: z.string(), publishing: z.enum(["new", "trusted", "blocked"]) }),
  /** Pictures of its owner that are down. */
  strikes: z.number(),
  waitsUntil: z.string(),
  isTakenDown: z.boolean(),
  isPicked: z.boolean(),
  /** Why it was taken down; "" when it is not. */
  takenDownFor: z.string(),
  reports: z.array(z.object({ reason: z.enum(reportReasonNames), note: z.string(), createdAt: z.string() })),
})
export type ReviewedPicture = z.infer<typeof ReviewedPicture>

export const listReview = endpoint({
  method: "GET",
  path: "/operators/review",
  access: "session",
  summary: "Pictures to look at, newest first",
  query: z.object({
    list: ReviewList.default("reports"),
    before: z
      .string()
      .regex(/^\d{1,18}(-[01]-\d{1,18})?$/)
      .optional(),
  }),
  reply: z.object({
    data: z.array(ReviewedPicture),
    /** For the next page; "" at the end. */
    next: z.string(),
    counts: z.object({ reports: z.number(), waiting: z.number() }),
  }),
})

export const listReviewCsv = endpoint({
  method: "GET",
  path: "/operators/review.csv",
  access: "session",
  summary: "The pictures of one list as a table for spreadsheets",
  query: z.object({ list: ReviewList.default("reports") }),
  reply: z.unknown(),
})

/** A step of an operator about what is public, with the reason that the log keeps. */
export const reviewStep = <
  Path extends string,
  Params extends z.ZodType,
  Why extends typeof Reason | typeof OptionalReason,
>(
  path: Path,
  params: Params,
  reason: Why,
  summary: string,
) =>
  endpoint({
    method: "POST",
    path,
    access: "session",
    summary,
    params,
    body: z.object({ reason }),
    reply: z.object({ message: z.string() }),
  })

const act = <Path extends string>(path: Path, summary: string) => reviewStep(path, PictureParams, Reason, summary)
const routine = <Path extends string>(path: Path, summary: string) =>
  reviewStep(path, PictureParams, OptionalReason, summary)

export const takePictureDown = act(
  "/operators/review/:source/:pictureId/take-down",
  "Hides a public picture from everybody but its owner, who gets a mail with the reason",
)
export const restorePicture = act("/operators/review/:source/:pictureId/restore", "Shows a picture again")
export const dismissReports = routine(
  "/operators/review/:source/:pictureId/dismiss",
  "Leaves a reported picture where it is and closes its reports",
)
export const approvePicture = routine(
  "/operators/review/:source/:pictureId/approve",
  "Lets a waiting picture onto the showcase, and what its owner makes from now on",
)
export const pickPicture = routine("/operators/review/:source/:pictureId/pick", "Puts a picture first on the showcase")
export const unpickPicture = routine(
  "/operators/review/:source/:pictureId/unpick",
  "Takes a picture off the first places of the showcase",
)
