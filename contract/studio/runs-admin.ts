import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { OptionalReason, Reason } from "#contract/identity/reason.ts"
import { PlainText, RecordId } from "#contract/primitives.ts"

/** Most runs or letters that one press acts on. */
export const maxAtOnce = 100

export const RunState = z.enum(["waiting", "running", "failed", "ready", "cancelled"])
export type RunState = z.infer<typeof RunState>

export const AdminRun = z.object({
  id: z.string(),
  kind: z.string(),
  title: z.string(),
  status: RunState,
  /** "" while nobody works on it. */
  engine: z.string(),
  failure: z.string(),
  /** Credits held or asked for in all. */
  credits: z.number(),
  person: z.object({ id: z.string(), name: z.string() }),
  createdAt: z.string(),
  finishedAt: z.string(),
})
export type AdminRun = z.infer<typeof AdminRun>

/** What the list of runs can be narrowed down by. */
const RunFilters = z.object({
  status: RunState.default("failed"),
  engine: PlainText.max(60).optional(),
  failure: PlainText.max(500).optional(),
})

export const listAdminRuns = endpoint({
  method: "GET",
  path: "/operators/runs",
  access: "session",
  summary: "Runs in one state, newest first, of one engine or with one failure when it is given",
  query: RunFilters.extend({ before: RecordId.optional() }),
  reply: z.object({
    data: z.array(AdminRun),
    /** Failures of the last week in this state, the most frequent first. */
    failures: z.array(z.object({ failure: z.string(), count: z.number() })),
    engines: z.array(z.string()),
  }),
})

export const listAdminRunsCsv = endpoint({
  method: "GET",
  path: "/operators/runs.csv",
  access: "session",
  summary: "The same runs as a table for spreadsheets",
  query: RunFilters,
  reply: z.unknown(),
})

/** What became of each of many: those that were done, and why the others were not. */
const Outcomes = z.object({
  done: z.number(),
  skipped: z.array(z.object({ id: z.string(), why: z.string() })),
})

const many = <Path extends string, Why extends typeof Reason | typeof OptionalReason>(
  path: Path,
  reason: Why,
  summary: string,
) =>
  endpoint({
    method: "POST",
    path,
    access: "session",
    summary,
    body: z.object({ ids: z.array(RecordId).min(1).max(maxAtOnce), reason }),
    reply: z.object({ data: Outcomes }),
  })

export const refundRuns = many(
  "/operators/runs/refund",
  Reason,
  "Ends open runs with their credits back, and returns the credits of finished ones; each once",
)
export const retryRuns = many(
  "/operators/runs/retry",
  OptionalReason,
  "Draws failed runs again, once each, at no cost for their people",
)

export const getEngineHealth = endpoint({
  method: "GET",
  path: "/operators/engines",
  access: "session",
  summary: "Which engine carries out what, what is switched off, and how the last day went",
  reply: z.object({
    data: z.object({
      routes: z.array(z.object({ what: z.string(), engine: z.string(), refusal: z.string() })),
      pauses: z.array(z.object({ part: z.string(), reason: z.string(), until: z.string() })),
      lastDay: z.array(
        z.object({ engine: z.string(), ready: z.number(), failed: z.number(), medianSeconds: z.number().nullable() }),
      ),
    }),
  }),
})

export const AdminEmail = z.object({
  id: z.string(),
  what: z.string(),
  /** Name of the person it goes to; "" where it goes to an address alone. */
  to: z.string(),
  state: z.enum(["waiting", "sent", "trying again", "not delivered"]),
  tries: z.number(),
  createdAt: z.string(),
})
export type AdminEmail = z.infer<typeof AdminEmail>

export const listEmails = endpoint({
  method: "GET",
  path: "/operators/letters",
  access: "session",
  summary: "The last mails with their state, and those that did not arrive; never what stands in them",
  reply: z.object({
    data: z.object({
      last: z.array(AdminEmail),
      undelivered: z.array(
        z.object({
          id: z.string(),
          what: z.string(),
          to: z.string(),
          reason: z.string(),
          createdAt: z.string(),
          /** When it was sent again; "" when it was not. */
          resentAt: z.string(),
        }),
      ),
    }),
  }),
})

export const listEmailsCsv = endpoint({
  method: "GET",
  path: "/operators/letters.csv",
  access: "session",
  summary: "The same mails as a table for spreadsheets",
  reply: z.unknown(),
})

export const resendEmails = many("/operators/letters/resend", OptionalReason, "Sends mails again that did not arrive")

export const listSettings = endpoint({
  method: "GET",
  path: "/operators/settings",
  access: "session",
  summary: "Every setting, what it is set to by the environment, and its default; secrets only as set or not",
  reply: z.object({
    data: z.array(
      z.object({
        name: z.string(),
        /** Title of those that it belongs to; one group's stand side by side. */
        group: z.string(),
        what: z.string(),
        default: z.string(),
        /** "" when it is not set. */
        value: z.string(),
        isSecret: z.boolean(),
      }),
    ),
  }),
})

export const checkMail = endpoint({
  method: "GET",
  path: "/operators/settings/mail",
  access: "session",
  summary: "Whether mail leaves: the mail server is reached and offered the sender, and nothing is sent",
  reply: z.object({
    data: z.object({
      /** Why no mail leaves, and which setting to look at; null when it does. */
      problem: z.string().nullable(),
    }),
  }),
})
