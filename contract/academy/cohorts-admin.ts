import { z } from "zod"
import { endpoint } from "#contract/endpoint.ts"
import { Reason } from "#contract/identity/reason.ts"
import { Day, PlainText, RecordId } from "#contract/primitives.ts"
import { ProgramTermsView } from "./program-terms.ts"

/** Calls of the people who plan cohorts. What is said and asked of one is in program-terms.ts. */

const CohortValues = z
  .object({
    startsOn: Day,
    applyBy: Day,
    enrolBy: Day,
    seats: z.number().int().min(0).max(10_000),
    fullScholarships: z.number().int().min(0).max(100),
    partialScholarships: z.number().int().min(0).max(100),
    isOpen: z.boolean(),
  })
  .refine(({ startsOn, applyBy }) => applyBy <= startsOn, { message: "Must not be after the start", path: ["applyBy"] })
  .refine(({ startsOn, enrolBy }) => enrolBy <= startsOn, { message: "Must not be after the start", path: ["enrolBy"] })

const CohortRow = z.object({
  id: z.string(),
  programId: z.string(),
  number: z.number().int(),
  startsOn: z.string(),
  applyBy: z.string(),
  enrolBy: z.string(),
  seats: z.number().int(),
  taken: z.number().int(),
  fullScholarships: z.number().int(),
  partialScholarships: z.number().int(),
  isOpen: z.boolean(),
  isPlanned: z.boolean(),
  /** Goes back with a change, which is refused when somebody else changed the cohort meanwhile. */
  version: z.number().int(),
  terms: ProgramTermsView,
})
export type CohortRow = z.infer<typeof CohortRow>

/** What cohorts can be narrowed down by. */
export const CohortFilters = z.object({
  program: PlainText.max(60).optional(),
  state: z.enum(["open", "closed"]).optional(),
})

export const listCohorts = endpoint({
  method: "GET",
  path: "/operators/admissions/cohorts",
  access: "session",
  summary: "Every cohort with its seats",
  query: CohortFilters,
  reply: z.object({
    data: z.array(CohortRow),
    /** How many addresses wait to hear when applications to a program open, by its slug. */
    waiting: z.record(z.string(), z.number().int()),
  }),
})

export const listCohortsCsv = endpoint({
  method: "GET",
  path: "/operators/admissions/cohorts.csv",
  access: "session",
  summary: "The same cohorts as a table for spreadsheets",
  query: CohortFilters,
  reply: z.unknown(),
})

export const addCohort = endpoint({
  method: "POST",
  path: "/operators/admissions/cohorts",
  access: "session",
  summary: "Adds the next cohort of a program",
  body: z.object({ program: PlainText.max(60), values: CohortValues, reason: Reason }),
  reply: z.object({ message: z.string() }),
  status: 201,
})

const Params = z.object({ id: RecordId })

export const changeCohort = endpoint({
  method: "PUT",
  path: "/operators/admissions/cohorts/:id",
  access: "session",
  summary: "Changes a cohort, opens or closes it, and confirms its date",
  params: Params,
  body: z.object({
    values: CohortValues,
    version: z.number().int().min(1),
    /** How many people the preview said to be concerned; refused with `version_changed` where others are. */
    people: z.number().int().min(0).default(0),
    reason: Reason,
  }),
  reply: z.object({ message: z.string() }),
})

/** What other days of a cohort would do; names are of people. */
export const CohortEffect = z.object({
  /** Whom the days concern, each of whom gets a mail. */
  people: z.number().int(),
  /** Those of them who have taken a place. */
  learners: z.number().int(),
  /** Instalments that become due later. */
  instalments: z.array(
    z.object({ name: z.string(), part: z.enum(["second", "third"]), from: z.string(), to: z.string() }),
  ),
  /** Instalments that stay on their days, as nobody pays earlier than was promised. */
  kept: z.number().int(),
  /** Places on offer whose last day changes. */
  offered: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
  /** Modules that are open now and would not be until a day. */
  locked: z.array(z.object({ title: z.string(), until: z.string() })),
})
export type CohortEffect = z.infer<typeof CohortEffect>

export const previewCohort = endpoint({
  method: "POST",
  path: "/operators/admissions/cohorts/:id/preview",
  access: "session",
  summary:
    "What other days of a cohort would do to the people in it: mails, instalments, places on offer, lessons. Changes nothing",
  params: Params,
  body: z.object({ values: CohortValues }),
  reply: z.object({ data: CohortEffect }),
})
export type CohortInput = z.infer<typeof CohortValues>
