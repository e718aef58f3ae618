import type { AdminCode, CodeFilters, CodeState } from "#contract/money/codes-admin.ts"
import type { Currency } from "#contract/money/orders.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { Tx } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { publishDocument } from "#server/features/hosted/documents/service.ts"
import { actOnEach, actWithLog, type Operator, type Outcomes } from "#server/features/identity/operators/service.ts"
import { csvPageRows, csvPages } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import { newPaperCode } from "#server/platform/security/random-letters.ts"
import * as queries from "./admin-queries.ts"
import { codesCollection } from "./collection.ts"

/** Codes of one page. */
const pageRows = 50

type Row = Awaited<ReturnType<typeof queries.listCodes>>[number]

function stateOf({ isStopped, usedAt, expiresAt, startsAt, maxUses, uses }: Row): CodeState {
  const now = new Date()
  if (isStopped) return "ended"
  if (usedAt !== null || (maxUses !== null && uses >= maxUses)) return "used"
  if (expiresAt !== null && expiresAt <= now) return "expired"
  return startsAt !== null && startsAt > now ? "planned" : "open"
}

function toCode(row: Row): AdminCode {
  const { id, code, kind, credits, percent, amountMinor, currency, maxUses, uses, batch } = row
  if (kind === "payment_reference") throw new Error("A reference is no code of an operator's.")
  return {
    id,
    code,
    kind,
    credits,
    percent,
    currency,
    maxUses,
    uses,
    state: stateOf(row),
    amount: amountMinor === null ? null : Number(amountMinor) / 100,
    batch: batch ?? "",
    startsAt: serialiseDate(row.startsAt),
    expiresAt: serialiseDate(row.expiresAt),
    createdAt: serialiseDate(row.createdAt),
  }
}

/** Promotion codes and vouchers, newest first. */
export async function listCodes(s: Pick<Services, "db">, filters: CodeFilters, cursor: string | null) {
  const rows = await queries.listCodes(s.db, filters, pageRows + 1, cursor)
  const page = rows.slice(0, pageRows)
  return { data: page.map(toCode), nextCursor: rows.length > pageRows ? (page.at(-1)?.sequence ?? null) : null }
}

/** The same codes as lines of a table. */
export function codeLines(s: Pick<Services, "db">, filters: CodeFilters): AsyncGenerator<string> {
  return csvPages<Row>(
    ["code", "kind", "state", "credits", "percent", "amount", "currency", "uses", "limit", "batch", "from", "until"],
    csvPageRows,
    (last) => queries.listCodes(s.db, filters, csvPageRows, last?.sequence ?? null),
    (row) => {
      const { code, kind, state, credits, percent, amount, currency, uses, maxUses, batch, ...rest } = toCode(row)
      const worth = [credits ?? "", percent ?? "", amount ?? "", currency ?? ""]
      return [code, kind, state, ...worth, uses, maxUses ?? "", batch, rest.startsAt, rest.expiresAt]
    },
  )
}

/** Lagos is an hour ahead of the world's clock all year. */
const firstMoment = (day: string): Date | null => (day === "" ? null : new Date(`${day}T00:00:00+01:00`))
const lastMoment = (day: string): Date | null => (day === "" ? null : new Date(`${day}T23:59:59+01:00`))

interface Promotion {
  code: string
  percent: number | null
  amount: number | null
  currency: Currency | null
  maxUses: number | null
  startsOn: string
  endsOn: string
  reason: string
}

/** @throws AppError `general_argument_invalid` at `code` for one that is there */
export function addPromotion(s: Services, operator: Operator, wanted: Promotion): Promise<AdminCode> {
  const { code, percent, amount, currency, maxUses, startsOn, endsOn, reason } = wanted
  return actWithLog(s, operator, { action: "codes.add", reason }, async (tx) => {
    const id = newId()
    const made = await keep(s, tx, [
      {
        id,
        code,
        kind: "promotion",
        credits: null,
        percent,
        currency,
        maxUses,
        batch: null,
        amountMinor: amount === null ? null : String(Math.round(amount * 100)),
        startsAt: firstMoment(startsOn),
        expiresAt: lastMoment(endsOn),
      },
    ])
    if (made === 0) {
      const message = "There is such a code already."
      throw new AppError("general_argument_invalid", message, { fields: { code: message } })
    }
    const after = { percent, amount, currency, maxUses, startsOn, endsOn }
    const row = await queries.findCode(tx, id)
    if (!row) throw new Error("A new code is gone.")
    return { detail: { about: code, code: id, after }, result: toCode(row) }
  })
}

interface Batch {
  batch: string
  count: number
  credits: number
  endsOn: string
  reason: string
}

/** Makes a batch of vouchers in one commit. @throws AppError `general_argument_invalid` at `batch` for a name that is taken */
export function addVouchers(s: Services, operator: Operator, wanted: Batch): Promise<number> {
  const { batch, count, credits, endsOn, reason } = wanted
  return actWithLog(s, operator, { action: "codes.addVouchers", reason }, async (tx) => {
    if (await queries.isBatch(tx, batch)) {
      const message = "There is a batch of this name already."
      throw new AppError("general_argument_invalid", message, { fields: { batch: message } })
    }
    const codes = Array.from({ length: count }, () => ({
      id: newId(),
      code: newPaperCode(),
      kind: "voucher" as const,
      credits,
      percent: null,
      amountMinor: null,
      currency: null,
      maxUses: null,
      startsAt: null,
      expiresAt: lastMoment(endsOn),
      batch,
    }))
    if ((await keep(s, tx, codes)) < count) throw new Error("A new voucher was there before.")
    return { detail: { about: batch, after: { count, credits, endsOn } }, result: count }
  })
}

async function keep(s: Services, tx: Tx, codes: Parameters<typeof queries.insertCodes>[1]): Promise<number> {
  const made = await queries.insertCodes(tx, codes)
  for (const id of made) await publishDocument(tx, s.config, codesCollection, { id }, "create")
  return made.length
}

/** Ends codes for good, each by itself. */
export function endCodes(
  s: Services,
  operator: Operator,
  request: { ids: readonly string[]; reason: string },
): Promise<Outcomes> {
  return actOnEach(s, operator, { ...request, action: "codes.end" }, async (tx, id) => {
    const ended = await queries.stopCode(tx, id)
    if (!ended) throw new AppError("step_not_allowed", "It was used or ended before, or it is gone.")
    await publishDocument(tx, s.config, codesCollection, { id }, "update")
    return { detail: { about: ended.code, code: id, before: "open", after: "ended" } }
  })
}
