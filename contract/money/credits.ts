import { z } from "zod"
import { offerPath, type WayToPay, waysToPay } from "#contract/catalogue/ways-to-pay.ts"
import { endpoint, NumberedCursor, pageOf } from "#contract/endpoint.ts"
import { event } from "#contract/event.ts"

/** Credits free to spend, and credits held for work that is under way. */
export const Balance = z.object({ credits: z.number().int(), held: z.number().int() })
export type Balance = z.infer<typeof Balance>

export const CreditEntry = z
  .object({
    id: z.string(),
    /** Signed: what was added to or taken from the free credits. All entries of a person add up to `credits`. */
    amount: z.number().int(),
    kind: z.string(),
    note: z.string(),
    /** What it was about: a run of the studio, or an order; null for the rest. */
    about: z
      .object({
        kind: z.enum(["run", "order"]),
        id: z.string(),
        /** Page of the order, or of what came of the run; "" where nothing did. */
        path: z.string(),
      })
      .nullable(),
    createdAt: z.string(),
  })
  .meta({ id: "CreditEntry" })
export type CreditEntry = z.infer<typeof CreditEntry>

export const getBalance = endpoint({
  method: "GET",
  path: "/credits",
  access: "session",
  summary: "Own credits",
  reply: z.object({ data: Balance }),
})

/** Which entries are shown: what was added, or what was spent. */
export const EntryDirection = z.enum(["in", "out"])
export type EntryDirection = z.infer<typeof EntryDirection>

export const listEntries = endpoint({
  method: "GET",
  path: "/credits/entries",
  access: "session",
  summary: "Own credit entries, newest first",
  query: z.object({
    limit: z.coerce.number().int().min(1).max(100).default(25),
    cursor: NumberedCursor,
    direction: EntryDirection.optional(),
  }),
  reply: pageOf(CreditEntry),
})

export const listEntriesCsv = endpoint({
  method: "GET",
  path: "/credits/entries.csv",
  access: "session",
  summary: "All own credit entries as a table for spreadsheets, newest first",
  query: z.object({ direction: EntryDirection.optional() }),
  reply: z.unknown(),
})

/** In which currency prices are shown first, and how they can be paid: no way at all while payments are not connected. */
export const Offer = z.object({
  currency: z.enum(["NGN", "USD"]),
  waysToPay: z.array(z.enum(Object.keys(waysToPay) as [WayToPay, ...WayToPay[]])),
  /** Whether Pro Studio has its promotion price. */
  isStudioPromo: z.boolean(),
  /** Whether paying is only played here; every screen with a pay button says so. */
  isSandbox: z.boolean(),
})
export type Offer = z.infer<typeof Offer>

export const getOffer = endpoint({
  method: "GET",
  path: offerPath,
  access: "anyone",
  summary: "The visitor's currency, by country, and the ways to pay that are connected",
  reply: z.object({ data: Offer }),
})

export const balanceChanged = event({ name: "credits.changed", payload: Balance })
