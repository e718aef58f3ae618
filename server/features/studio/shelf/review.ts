import { type ReportReason, reportReasons } from "#contract/catalogue/report-reasons.ts"
import type { OperatorAction } from "#contract/identity/operator-actions.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { ReviewedShop, ShopReviewList } from "#contract/studio/shelf-review.ts"
import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { actWithLog, type Operator } from "#server/features/identity/operators/service.ts"
import { countStrike, reporterKeyOf, takeStrikeBack } from "#server/features/studio/review/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"
import { newId } from "#server/platform/ids.ts"
import { networkOf } from "#server/platform/limits/rate-limit.ts"
import { shopDecided } from "./notices.ts"
import * as queries from "./review-queries.ts"
import { findOpenShop } from "./shop.ts"
import { findBySlug } from "./shop-queries.ts"

/** Rows that the desk shows at once. */
const shown = 60

/** What is reported: an open shop, or a product in it. @throws AppError `not_found` */
export async function findReported(
  { db }: Pick<Services, "db">,
  handle: string,
  slug: string,
): Promise<{ accountId: string; productId: string | null; name: string }> {
  const shop = await findOpenShop(db, handle)
  if (!shop) throw missing()
  if (slug === "") return { accountId: shop.accountId, productId: null, name: shop.name }
  const product = await findBySlug(db, shop.accountId, slug)
  if (!product?.isOnShelf || product.isTakenDown) throw missing()
  return { accountId: shop.accountId, productId: product.id, name: product.name }
}

/** Writes a report down. A second one by the same network about the same thing changes nothing. @throws AppError `not_found` */
export async function reportShop(
  s: Pick<Services, "db" | "tokenKey">,
  ip: string,
  handle: string,
  { product, reason, note }: { product: string; reason: ReportReason; note: string },
): Promise<void> {
  const { accountId, productId } = await findReported(s, handle, product)
  const reporterKey = reporterKeyOf(s, `shop report:${networkOf(ip)}`)
  await queries.insertReport(s.db, { id: newId(), accountId, productId, reason, note, reporterKey })
}

/** The form on which a visitor says what is wrong; it works without scripts. */
export function writeReportForm(handle: string, slug: string, name: string): string {
  const choices = Object.entries(reportReasons)
    .map(
      ([value, words]) =>
        `<p><label><input type="radio" name="reason" value="${value}" required> ${escapeHtml(words)}</label></p>`,
    )
    .join("")
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>Report ${escapeHtml(name)}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/dev.css"></head>
<body><main><h1 dir="auto">Report ${escapeHtml(name)}</h1>
<form method="post" action="/shop/${escapeHtml(handle)}/report">
<input type="hidden" name="product" value="${escapeHtml(slug)}">
<fieldset><legend>What is wrong?</legend>${choices}</fieldset>
<p><label>Anything else we should know<br><textarea name="note" rows="4" cols="40" maxlength="1000"></textarea></label></p>
<p><button>Send</button></p></form>
<p><a href="/shop/${escapeHtml(handle)}">Back to the shop</a></p></main></body></html>`
}

/** Shops and products to look at. */
export async function listReviewed(s: Pick<Services, "db">, list: ShopReviewList): Promise<ReviewedShop[]> {
  const rows = await queries.listReviewed(s.db, list, shown)
  const reports = await queries.listReports(s.db, rows)
  return rows.map(({ kind, id, name, text, accountId, handle, slug, ownerName, takenDownFor }) => ({
    kind,
    id,
    name,
    text: text.slice(0, 600).toWellFormed(),
    page: handle === null ? "" : `/shop/${handle}${slug === null ? "" : `/${slug}`}`,
    owner: { id: accountId, name: ownerName },
    takenDownFor,
    reports: reports
      .filter((one) => (kind === "product" ? one.productId === id : one.productId === null && one.accountId === id))
      .map(({ reason, note, createdAt }) => ({
        reason: reason as ReportReason,
        note,
        createdAt: serialiseDate(createdAt),
      })),
  }))
}

/** Hides a shop or product from everybody but its seller, tells them why, and counts it as a strike. @throws AppError `not_found`, `step_not_allowed` */
export function takeDown(s: Services, operator: Operator, ref: queries.ReviewedRef, reason: string): Promise<void> {
  return decide(s, operator, ref, { action: "shops.takeDown", reason }, async (tx, row) => {
    if (row.isTakenDown) throw new AppError("step_not_allowed", "It is down already.")
    const { id: takedownId, isBlocked } = await countStrike(s, tx, takenDown(row, reason))
    await queries.setTakenDown(tx, ref, { reason, takedownId })
    await queries.decideReports(tx, ref, "upheld")
    const facts = { ...ref, isDown: true, reason }
    await tellPerson(s, tx, shopDecided, { accountId: row.accountId, key: takedownId, facts })
    return { isBlocked, before: "shown", after: "taken down" }
  })
}

/** @throws AppError `not_found`; `step_not_allowed` when it is not down */
export function restore(s: Services, operator: Operator, ref: queries.ReviewedRef, reason: string): Promise<void> {
  return decide(s, operator, ref, { action: "shops.restore", reason }, async (tx, row) => {
    if (!row.isTakenDown) throw new AppError("step_not_allowed", "It is not down.")
    await queries.setTakenDown(tx, ref, null)
    await takeStrikeBack(s, tx, row.takedownId, takenDown(row, reason))
    const facts = { ...ref, isDown: false, reason }
    await tellPerson(s, tx, shopDecided, { accountId: row.accountId, key: newId(), facts })
    return { before: "taken down", after: "shown" }
  })
}

/** Closes the reports of what may stay. @throws AppError `not_found`; `step_not_allowed` when there is none open */
export function dismiss(s: Services, operator: Operator, ref: queries.ReviewedRef, reason: string): Promise<void> {
  return decide(s, operator, ref, { action: "shops.dismiss", reason }, async (tx) => {
    const reports = await queries.decideReports(tx, ref, "dismissed")
    if (reports === 0) throw new AppError("step_not_allowed", "No report of it is open any more.")
    return { reports, before: { openReports: reports }, after: { openReports: 0 } }
  })
}

function takenDown({ accountId, kind, name }: queries.ReviewedRow, reason: string) {
  return { accountId, what: kind, name, reason }
}

/** One step about one shop or product: the change and the line of the log in one commit. */
function decide(
  s: Services,
  operator: Operator,
  ref: queries.ReviewedRef,
  line: { action: OperatorAction; reason: string },
  change: (tx: Tx, row: queries.ReviewedRow) => Promise<object>,
): Promise<void> {
  return actWithLog(s, operator, line, async (tx) => {
    const known = await queries.findReviewed(tx, ref)
    if (!known) throw missing()
    await queries.lockAccount(tx, known.accountId)
    const row = await queries.findReviewed(tx, ref)
    if (!row) throw missing()
    const more = await change(tx, row)
    return { subjectId: row.accountId, detail: { ...ref, name: row.name, ...more } }
  })
}

function missing(): AppError {
  return new AppError("not_found", "There is no such shop or product, or it is not open any more.")
}
