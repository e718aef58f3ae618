import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { RecordId } from "#contract/primitives.ts"
import { Currency, PaymentStatus } from "./orders.ts"
import { Reason } from "./reason.ts"
import { RunState } from "./running.ts"

/** Most credits that one grant may give. */
export const maxGrantCredits = 10_000

export const PersonSummary = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  stage: z.string(),
  isBlocked: z.boolean(),
  createdAt: z.string(),
})
export type PersonSummary = z.infer<typeof PersonSummary>

/** What the list of people can be narrowed down by. */
export const PeopleFilters = z.object({ search: z.string().max(200).default("") })

export const listPeople = endpoint({
  method: "GET",
  path: "/operators/people",
  access: "session",
  summary: "People whose name, address, phone number or id begins with this; the newest ones without a search",
  query: PeopleFilters,
  reply: z.object({ data: z.array(PersonSummary) }),
})

export const listPeopleCsv = endpoint({
  method: "GET",
  path: "/operators/people.csv",
  access: "session",
  summary: "The same people, all of them, as a table for spreadsheets",
  query: PeopleFilters,
  reply: z.unknown(),
})

const PersonParams = z.object({ personId: RecordId })

export const PersonRecord = PersonSummary.extend({
  isEmailVerified: z.boolean(),
  hasSecondFactor: z.boolean(),
  program: z.string(),
  cohort: z.string(),
  country: z.string(),
  credits: z.number(),
  held: z.number(),
  sessions: z.number(),
  pictures: z.number(),
  ledger: z.array(z.object({ id: z.string(), amount: z.number(), note: z.string(), createdAt: z.string() })),
  orders: z.array(
    z.object({
      tx_ref: z.string(),
      title: z.string(),
      status: PaymentStatus,
      amount: z.number(),
      currency: Currency,
      createdAt: z.string(),
    }),
  ),
  runs: z.array(z.object({ id: z.string(), title: z.string(), status: RunState, createdAt: z.string() })),
})
export type PersonRecord = z.infer<typeof PersonRecord>

export const getPerson = endpoint({
  method: "GET",
  path: "/operators/people/:personId",
  access: "session",
  summary: "One person: profile, credits, orders and work; no secret and no picture",
  params: PersonParams,
  reply: z.object({ data: PersonRecord }),
})

export const grantCredits = endpoint({
  method: "POST",
  path: "/operators/people/:personId/credits",
  access: "session",
  summary: "Gives credits, with a reason that the person sees",
  params: PersonParams,
  body: z.object({ credits: z.number().int().min(1).max(maxGrantCredits), reason: Reason }),
  status: 201,
  reply: z.object({ message: z.string() }),
})

export const blockPerson = endpoint({
  method: "POST",
  path: "/operators/people/:personId/block",
  access: "session",
  summary: "Blocks a person and ends their sessions, or lets them in again",
  params: PersonParams,
  body: z.object({ isBlocked: z.boolean(), reason: Reason }),
  reply: z.object({ message: z.string() }),
})

export const resetPersonFactor = endpoint({
  method: "POST",
  path: "/operators/people/:personId/reset-factor",
  access: "session",
  summary: "For owners: takes the second factor of somebody who lost it, and signs them out everywhere",
  params: PersonParams,
  body: z.object({ reason: Reason }),
  reply: z.object({ message: z.string() }),
})

export const endPersonSessions = endpoint({
  method: "POST",
  path: "/operators/people/:personId/end-sessions",
  access: "session",
  summary: "Signs a person out everywhere",
  params: PersonParams,
  body: z.object({ reason: Reason }),
  reply: z.object({ message: z.string() }),
})

export const LogLine = z.object({
  id: z.string(),
  operator: z.string(),
  action: z.string(),
  subject: z.string(),
  /** The word, picture or setting it was about; "" when it was the person alone. */
  about: z.string(),
  reason: z.string(),
  createdAt: z.string(),
})
export type LogLine = z.infer<typeof LogLine>

export const listOperatorLog = endpoint({
  method: "GET",
  path: "/operators/log",
  access: "session",
  summary: "What operators did, newest first",
  query: z.object({
    before: z
      .string()
      .regex(/^\d{1,18}$/)
      .optional(),
  }),
  reply: z.object({ data: z.array(LogLine) }),
})

export const listOperatorLogCsv = endpoint({
  method: "GET",
  path: "/operators/log.csv",
  access: "session",
  summary: "The whole log as a table for spreadsheets",
  reply: z.unknown(),
})
