import { z } from "zod"
import { EngagementStatus } from "#contract/catalogue/engagement-steps.ts"
import { handoutSlugs } from "#contract/catalogue/handouts.ts"
import { endpoint, NumberedCursor } from "#contract/endpoint.ts"
import { OptionalReason } from "#contract/identity/reason.ts"
import { Currency } from "#contract/money/orders.ts"
import { EmailAddress, PlainText, RecordId } from "#contract/primitives.ts"

/** Calls of the operators who look after done-for-you engagements. */

/** What is built for a client: a system of a case study, the product inside a company, or something else. */
export const EngagementService = z.enum([...handoutSlugs, "enterprise", "other"])
export type EngagementService = z.infer<typeof EngagementService>

/** Largest value of one engagement, in naira or dollars. */
const maxEngagementAmount = 1_000_000_000

const EngagementValues = z.object({
  client: PlainText.trim().min(2, "Please name the client").max(200),
  /** "" when nobody gave one. */
  email: z.union([z.literal(""), EmailAddress]).default(""),
  title: PlainText.trim().min(2, "Please say what it is").max(200),
  service: EngagementService,
  /** 0 while it is not known. */
  amount: z.number().min(0).max(maxEngagementAmount).multipleOf(0.01),
  currency: Currency,
  notes: PlainText.trim().max(5_000).default(""),
})
export type EngagementValues = z.infer<typeof EngagementValues>

export const AdminEngagement = EngagementValues.extend({
  id: z.string(),
  email: z.string(),
  status: EngagementStatus,
  /** The client's account; null when there is none. */
  accountId: z.string().nullable(),
  /** Number of the message it was made from; null without one. */
  messageNumber: z.number().int().nullable(),
  /** Grows with every change; a change names the one it was made from. */
  version: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type AdminEngagement = z.infer<typeof AdminEngagement>

/** What the list of engagements can be narrowed down by. */
export const EngagementFilters = z.object({
  status: EngagementStatus.optional(),
  currency: Currency.optional(),
  /** The beginning of the client's name or address, or of the title. */
  search: PlainText.trim().max(200).default(""),
})
export type EngagementFilters = z.infer<typeof EngagementFilters>

export const listAdminEngagements = endpoint({
  method: "GET",
  path: "/operators/contracts",
  access: "session",
  summary: "Done-for-you engagements, newest first, by state, currency and client, and how many are in each state",
  query: EngagementFilters.extend({
    cursor: NumberedCursor,
  }),
  reply: z.object({
    data: z.array(AdminEngagement),
    counts: z.partialRecord(EngagementStatus, z.number().int()),
    nextCursor: z.string().nullable(),
  }),
})

export const listAdminEngagementsCsv = endpoint({
  method: "GET",
  path: "/operators/contracts.csv",
  access: "session",
  summary: "The same engagements as a table for spreadsheets",
  query: EngagementFilters,
  reply: z.unknown(),
})

export const addEngagement = endpoint({
  method: "POST",
  path: "/operators/contracts",
  access: "session",
  summary: "Writes down a new engagement as a lead; of one message only one is made",
  body: z.object({ values: EngagementValues, messageId: RecordId.nullable().default(null), reason: OptionalReason }),
  status: 201,
  reply: z.object({ message: z.string(), data: AdminEngagement }),
})

export const changeEngagement = endpoint({
  method: "PUT",
  path: "/operators/contracts/:contractId",
  access: "session",
  summary: "Changes an engagement and takes a step with it, unless somebody else changed it meanwhile",
  params: z.object({ contractId: RecordId }),
  body: z.object({
    values: EngagementValues,
    status: EngagementStatus,
    version: z.number().int().min(1),
    reason: OptionalReason,
  }),
  reply: z.object({ message: z.string(), data: AdminEngagement }),
})
