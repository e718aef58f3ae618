import { z } from "zod"
import { endpoint, NumberedCursor, pageOf } from "#contract/endpoint.ts"
import { Reason } from "#contract/identity/reason.ts"
import { Day, PlainText, RecordId } from "#contract/primitives.ts"
import { Currency } from "./orders.ts"

/** Calls of the operators who make promotion codes and vouchers. */

/** Most vouchers of one batch, and most credits of one voucher. */
export const maxBatch = 1_000
export const maxVoucherCredits = 10_000

export const AdminCodeKind = z.enum(["voucher", "promotion"])
export type AdminCodeKind = z.infer<typeof AdminCodeKind>

/** What a code is good for now. */
export const CodeState = z.enum(["open", "planned", "used", "expired", "ended"])
export type CodeState = z.infer<typeof CodeState>

export const AdminCode = z.object({
  id: z.string(),
  code: z.string(),
  kind: AdminCodeKind,
  state: CodeState,
  /** Of a voucher. */
  credits: z.number().nullable(),
  /** Of a promotion: this or an amount. */
  percent: z.number().nullable(),
  amount: z.number().nullable(),
  currency: Currency.nullable(),
  /** How many people may use it; null for any number. */
  maxUses: z.number().nullable(),
  uses: z.number(),
  /** Name of the batch of a voucher; "" for none. */
  batch: z.string(),
  startsAt: z.string(),
  expiresAt: z.string(),
  createdAt: z.string(),
})
export type AdminCode = z.infer<typeof AdminCode>

/** What the list of codes can be narrowed down by. */
export const CodeFilters = z.object({
  kind: AdminCodeKind.optional(),
  /** Only those that can be used now. */
  open: z.literal("1").optional(),
  /** The beginning of a code, or the name of a batch. */
  search: PlainText.trim().max(60).default(""),
})
export type CodeFilters = z.infer<typeof CodeFilters>

export const listAdminCodes = endpoint({
  method: "GET",
  path: "/operators/codes",
  access: "session",
  summary: "For owners and finance: promotion codes and vouchers, newest first, by kind, state, code and batch",
  query: CodeFilters.extend({
    cursor: NumberedCursor,
  }),
  reply: pageOf(AdminCode),
})

export const listAdminCodesCsv = endpoint({
  method: "GET",
  path: "/operators/codes.csv",
  access: "session",
  summary: "The same codes as a table for spreadsheets, such as one batch for the printer",
  query: CodeFilters,
  reply: z.unknown(),
})

/** A day, from whose beginning or until whose end a code is good, in the academy's zone. */
const OptionalDay = z.union([z.literal(""), Day]).default("")

export const addPromotion = endpoint({
  method: "POST",
  path: "/operators/codes/promotions",
  access: "session",
  summary: "Makes a code that lowers a price: by a percentage, or by an amount in one currency",
  body: z
    .object({
      code: PlainText.trim()
        .toUpperCase()
        .regex(/^[A-Z0-9-]{4,30}$/, "Please use 4 to 30 letters, digits and -"),
      percent: z.number().int().min(1).max(100).nullable().default(null),
      amount: z.number().min(1).max(10_000_000).multipleOf(0.01).nullable().default(null),
      currency: Currency.nullable().default(null),
      maxUses: z.number().int().min(1).max(1_000_000).nullable().default(null),
      startsOn: OptionalDay,
      endsOn: OptionalDay,
      reason: Reason,
    })
    .refine(({ percent, amount }) => (percent === null) !== (amount === null), {
      message: "Please give a percentage or an amount",
      path: ["percent"],
    })
    .refine(({ amount, currency }) => (amount === null) === (currency === null), {
      message: "An amount has a currency",
      path: ["currency"],
    })
    .refine(({ startsOn, endsOn }) => startsOn === "" || endsOn === "" || startsOn <= endsOn, {
      message: "Must not be before the first day",
      path: ["endsOn"],
    }),
  status: 201,
  reply: z.object({ message: z.string(), data: AdminCode }),
})

export const addVouchers = endpoint({
  method: "POST",
  path: "/operators/codes/vouchers",
  access: "session",
  summary: "Makes a batch of vouchers that nobody can guess; each gives credits once",
  body: z.object({
    batch: PlainText.trim().min(2, "Please name the batch").max(60),
    count: z.number().int().min(1).max(maxBatch),
    credits: z.number().int().min(1).max(maxVoucherCredits),
    endsOn: OptionalDay,
    reason: Reason,
  }),
  status: 201,
  reply: z.object({ message: z.string(), data: z.object({ made: z.number() }) }),
})

export const endCodes = endpoint({
  method: "POST",
  path: "/operators/codes/end",
  access: "session",
  summary: "Ends codes for good, each by itself; orders made with one keep their price until they expire",
  body: z.object({ ids: z.array(RecordId).min(1).max(maxBatch), reason: Reason }),
  reply: z.object({
    message: z.string(),
    data: z.object({ done: z.number().int(), skipped: z.array(z.object({ id: z.string(), why: z.string() })) }),
  }),
})

export const getPriceFlag = endpoint({
  method: "GET",
  path: "/operators/prices",
  access: "session",
  summary: "For owners and finance: whether Pro Studio has its promotion price",
  reply: z.object({ data: z.object({ isStudioPromo: z.boolean() }) }),
})

export const setStudioPromo = endpoint({
  method: "PUT",
  path: "/operators/prices/studio-promo",
  access: "session",
  summary: "Sets Pro Studio to its promotion price, or back; orders that are there keep theirs",
  body: z.object({ isStudioPromo: z.boolean(), reason: Reason }),
  reply: z.object({ message: z.string() }),
})
