import { z } from "zod"
import { ApplicationStatusName } from "#contract/academy/admissions.ts"
import { endpoint, pageOf } from "#contract/endpoint.ts"
import { logParts } from "#contract/identity/operator-actions.ts"
import { OptionalReason, Reason } from "#contract/identity/reason.ts"
import { Currency, PaymentStatus } from "#contract/money/orders.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"
import { RunState } from "#contract/studio/runs-admin.ts"

/** Most credits that one grant may give. */
export const maxGrantCredits = 10_000

/** Most credits that an operator gives alone, and to somebody else: beyond that a second one has to give the same. */
export const maxGrantAlone = 1_000

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
export const PeopleFilters = z.object({
  search: z.string().max(200).default(""),
  /** Only those for whom credits were asked of a second operator within a day. */
  asked: z.literal("1").optional(),
})

export const listPeople = endpoint({
  method: "GET",
  path: "/operators/people",
  access: "session",
  summary: "People whose name, address, phone number or id begins with this; the newest ones without a search",
  query: PeopleFilters.extend({ cursor: RecordId.optional() }),
  reply: pageOf(PersonSummary),
})

export const listPeopleCsv = endpoint({
  method: "GET",
  path: "/operators/people.csv",
  access: "session",
  summary: "The same people, all of them, as a table for spreadsheets",
  query: PeopleFilters,
  reply: z.unknown(),
})

/** Where a person stands in the academy; only the steps of applications change it. */
export const PersonStage = z.enum(["prospect", "applied", "fusion"])
export type PersonStage = z.infer<typeof PersonStage>

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
  /** The application that the profile shows; null without one. */
  application: z
    .object({
      id: z.string(),
      status: ApplicationStatusName,
      program: z.string(),
      cohort: z.number().nullable(),
      createdAt: z.string(),
    })
    .nullable(),
  /** Where the person is signed in, the newest first: how they entered, and from which country. */
  signIns: z.array(z.object({ id: z.string(), provider: z.string(), country: z.string(), createdAt: z.string() })),
  /** What operators did to this person, the newest first: no money and no review for roles that see neither. */
  log: z.array(
    z.object({ id: z.string(), operator: z.string(), action: z.string(), reason: z.string(), createdAt: z.string() }),
  ),
  /** Movements of credits; null for roles that see no money. */
  ledger: z.array(z.object({ id: z.string(), amount: z.number(), note: z.string(), createdAt: z.string() })).nullable(),
  /** Null for roles that see no money. */
  orders: z
    .array(
      z.object({
        tx_ref: z.string(),
        title: z.string(),
        status: PaymentStatus,
        amount: z.number(),
        currency: Currency,
        createdAt: z.string(),
      }),
    )
    .nullable(),
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

export const listPersonCreditsCsv = endpoint({
  method: "GET",
  path: "/operators/people/:personId/credits.csv",
  access: "session",
  summary: "All movements of a person's credits, as a table for spreadsheets",
  params: PersonParams,
  reply: z.unknown(),
})

export const listPersonRunsCsv = endpoint({
  method: "GET",
  path: "/operators/people/:personId/runs.csv",
  access: "session",
  summary: "All work a person ordered, as a table for spreadsheets",
  params: PersonParams,
  reply: z.unknown(),
})

/**
 * Takes an Idempotency-Key header: the same key gives once. Of more than `maxGrantAlone`, and of credits for oneself, the
 * first call only asks; another operator agrees by giving the same within a day (docs/product-rules.md#second-operator).
 */
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

export const previewTakingCredits = endpoint({
  method: "GET",
  path: "/operators/people/:personId/credits-taken",
  access: "session",
  summary: "What taking so many credits would leave, in words; nothing is taken",
  params: PersonParams,
  query: z.object({ credits: z.coerce.number().int().min(1).max(maxGrantCredits) }),
  reply: z.object({ data: z.object({ effect: z.string() }) }),
})

/** Takes an Idempotency-Key header: the same key takes once. */
export const takeCredits = endpoint({
  method: "POST",
  path: "/operators/people/:personId/credits-taken",
  access: "session",
  summary: "Takes free credits, never more than there are, with a reason that the person sees",
  params: PersonParams,
  body: z.object({ credits: z.number().int().min(1).max(maxGrantCredits), reason: Reason }),
  status: 201,
  reply: z.object({ message: z.string() }),
})

export const setPersonStage = endpoint({
  method: "POST",
  path: "/operators/people/:personId/stage",
  access: "session",
  summary:
    "Opens the learner's part to somebody with a place; every other change of stage is refused with the way to it",
  params: PersonParams,
  body: z.object({ stage: PersonStage, reason: Reason }),
  reply: z.object({ message: z.string() }),
})

export const setPersonCohort = endpoint({
  method: "POST",
  path: "/operators/people/:personId/cohort",
  access: "session",
  summary: "Moves the present application, with its place, to another cohort of its program that has not begun",
  params: PersonParams,
  body: z.object({ cohort: z.number().int().min(1).max(10_000), reason: Reason }),
  reply: z.object({ message: z.string() }),
})

export const resendConfirmation = endpoint({
  method: "POST",
  path: "/operators/people/:personId/confirmation",
  access: "session",
  summary: "Sends the mail that confirms a person's address once more",
  params: PersonParams,
  body: z.object({ reason: OptionalReason }),
  reply: z.object({ message: z.string() }),
})

/** How long what a logged reason opened stays open, in minutes. */
export const openedMinutes = 10

export const openDataCopy = endpoint({
  method: "POST",
  path: "/operators/people/:personId/copy",
  access: "session",
  summary:
    "For owners, when a person asks for it: opens the download of their data's copy for ten minutes and tells them",
  params: PersonParams,
  body: z.object({ reason: Reason }),
  reply: z.object({ message: z.string(), data: z.object({ url: z.string() }) }),
})

export const downloadDataCopy = endpoint({
  method: "GET",
  path: "/operators/people/:personId/copy.zip",
  access: "session",
  summary: "The copy of a person's data, for the operator who gave the reason within the last ten minutes",
  params: PersonParams,
  reply: z.unknown(),
})

export const erasePerson = endpoint({
  method: "POST",
  path: "/operators/people/:personId/erasure",
  access: "session",
  summary: "For owners, when a person asks for it: deletes the account and everything in it, for good",
  params: PersonParams,
  body: z.object({
    /** The person's address, or the id where there is none, typed once more. */
    confirmation: PlainText.trim().max(320),
    reason: Reason,
  }),
  reply: z.object({ message: z.string() }),
})

const PersonPicture = z.object({
  id: z.string(),
  prompt: z.string(),
  isPublic: z.boolean(),
  /** Address of its preview, for this operator and for ten minutes. */
  preview: z.string(),
  createdAt: z.string(),
})
export type PersonPicture = z.infer<typeof PersonPicture>

export const openPersonPictures = endpoint({
  method: "POST",
  path: "/operators/people/:personId/pictures",
  access: "session",
  summary: "Opens a person's last pictures, private ones too, for ten minutes; the reason stands in the log",
  params: PersonParams,
  body: z.object({ reason: Reason }),
  reply: z.object({ message: z.string(), data: z.array(PersonPicture) }),
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
  /** What was and what is, in a few words, where the line keeps it; else "". */
  before: z.string(),
  after: z.string(),
  /** Where the operator sat. */
  address: z.string(),
  reason: z.string(),
  createdAt: z.string(),
})
export type LogLine = z.infer<typeof LogLine>

/** What the log can be narrowed down by. */
export const LogFilters = z.object({
  part: z.enum(Object.keys(logParts) as (keyof typeof logParts)[]).optional(),
  /** The beginning of an operator's name, or the whole id or address of the person it is about. */
  search: z.string().max(200).default(""),
})

export const listOperatorLog = endpoint({
  method: "GET",
  path: "/operators/log",
  access: "session",
  summary: "What operators did, newest first",
  query: LogFilters.extend({
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
  summary: "The same lines, all of them, as a table for spreadsheets",
  query: LogFilters,
  reply: z.unknown(),
})
