import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { MessageSource } from "./contact.ts"

/** Calls of the operators who answer people. */

/** What became of a message. */
export const MessageState = z.enum(["new", "read", "answered"])
export type MessageState = z.infer<typeof MessageState>

/** Most messages that one call marks. */
export const maxMarkedAtOnce = 100

export const AdminMessage = z.object({
  id: z.string(),
  /** What the writer can quote. */
  number: z.number().int(),
  source: MessageSource,
  state: MessageState,
  subject: z.string(),
  email: z.string(),
  info: z.string(),
  /** The signed-in writer; null for visitors. */
  accountId: z.string().nullable(),
  /** Name of the operator who marked it last; "" for nobody. */
  handledBy: z.string(),
  /** The engagement that was made from it; null for none. */
  contractId: z.string().nullable(),
  createdAt: z.string(),
})
export type AdminMessage = z.infer<typeof AdminMessage>

/** What the list of messages can be narrowed down by. */
export const MessageFilters = z.object({
  state: MessageState.optional(),
  source: MessageSource.optional(),
  /** The beginning of the writer's address, or a message's number. */
  search: PlainText.trim().max(200).default(""),
})
export type MessageFilters = z.infer<typeof MessageFilters>

export const listAdminMessages = endpoint({
  method: "GET",
  path: "/operators/messages",
  access: "session",
  summary: "What people wrote to us, newest first, by state, form and writer, and how many are in each state",
  query: MessageFilters.extend({ cursor: z.coerce.number().int().min(1).max(2_147_483_647).optional() }),
  reply: z.object({
    data: z.array(AdminMessage),
    counts: z.record(MessageState, z.number().int()),
    nextCursor: z.number().int().nullable(),
  }),
})

export const listAdminMessagesCsv = endpoint({
  method: "GET",
  path: "/operators/messages.csv",
  access: "session",
  summary: "The same messages as a table for spreadsheets",
  query: MessageFilters,
  reply: z.unknown(),
})

export const markMessages = endpoint({
  method: "POST",
  path: "/operators/messages/mark",
  access: "session",
  summary: "Marks messages as new, read or answered; those that are so already are told",
  body: z.object({
    ids: z.array(RecordId).min(1).max(maxMarkedAtOnce),
    state: MessageState,
    /** What was done about them; kept in the log. */
    note: PlainText.trim().max(500).default(""),
  }),
  reply: z.object({
    message: z.string(),
    data: z.object({ done: z.number().int(), skipped: z.array(z.object({ id: z.string(), why: z.string() })) }),
  }),
})
