import { z } from "zod"
import { maxReportNote, reportReasonNames } from "#contract/catalogue/report-reasons.ts"
import { endpoint } from "#contract/endpoint.ts"
import { OptionalReason, Reason } from "#contract/identity/reason.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { reviewStep } from "./review.ts"

/** A form without scripts on a shop's page sends it. */
export const reportShop = endpoint({
  method: "POST",
  path: "/shop/:handle/report",
  access: "anyone",
  isForAnonymousToo: true,
  summary: "Tells the operators what is wrong with a shop or a product in it; no account is needed",
  params: z.object({ handle: z.string().max(30) }),
  body: z.object({
    /** Last part of the product's address; "" for the shop itself. */
    product: PlainText.max(80).default(""),
    reason: z.enum(reportReasonNames, { error: "Please choose what is wrong." }),
    note: PlainText.trim().max(maxReportNote, `At most ${maxReportNote} letters`).default(""),
  }),
  reply: z.unknown(),
})

export const ShopReviewList = z.enum(["reports", "down", "open"])
export type ShopReviewList = z.infer<typeof ShopReviewList>

/** A shop, or a product in one, as the desk shows it. */
export const ReviewedShop = z.object({
  kind: z.enum(["shop", "product"]),
  /** Of the product; of a shop its person's. */
  id: z.string(),
  name: z.string(),
  text: z.string(),
  /** Path of its page; operators see it while it is open. */
  page: z.string(),
  owner: z.object({ id: z.string(), name: z.string() }),
  takenDownFor: z.string().nullable(),
  reports: z.array(z.object({ reason: z.enum(reportReasonNames), note: z.string(), createdAt: z.string() })),
})
export type ReviewedShop = z.infer<typeof ReviewedShop>

export const listReviewedShops = endpoint({
  method: "GET",
  path: "/operators/shops",
  access: "session",
  summary: "Shops and products to look at: those with open reports, those that are down, and open shops",
  query: z.object({ list: ShopReviewList.default("reports") }),
  reply: z.object({ data: z.array(ReviewedShop) }),
})

const params = z.object({ kind: z.enum(["shop", "product"]), id: RecordId })

const act = <Path extends string>(path: Path, summary: string) => reviewStep(path, params, Reason, summary)

export const takeShopDown = act(
  "/operators/shops/:kind/:id/take-down",
  "Hides a shop or product from everybody but its seller, who gets a mail with the reason",
)
export const restoreShop = act("/operators/shops/:kind/:id/restore", "Shows a shop or product again")
export const dismissShopReports = reviewStep(
  "/operators/shops/:kind/:id/dismiss",
  params,
  OptionalReason,
  "Leaves a reported shop or product where it is and closes its reports",
)
