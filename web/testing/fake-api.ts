import { cleanup } from "@testing-library/react"
import { afterEach, expect } from "vitest"
import type { z } from "zod"
import { getJourney, listCohortStates } from "#contract/academy/admissions.ts"
import { usualFees } from "#contract/catalogue/fees.ts"
import { currentTerms } from "#contract/catalogue/terms.ts"
import type { Endpoint } from "#contract/endpoint.ts"
import { type ErrorType, errorStatus } from "#contract/errors.ts"
import { type ProductEvent, productChannel } from "#contract/event.ts"
import { listDocuments } from "#contract/hosted/documents.ts"
import { getNoticeSettings, listNotices } from "#contract/identity/notices.ts"
import { listPasskeys } from "#contract/identity/passkeys.ts"
import { getSessionInfo } from "#contract/identity/sessions.ts"
import { getTermsState } from "#contract/identity/terms.ts"
import { agreedCreditsHeader } from "#contract/money/agreed-credits.ts"
import { getBalance } from "#contract/money/credits.ts"
import { listPaymentOrders } from "#contract/money/orders.ts"
import { listAlbums } from "#contract/studio/albums.ts"
import { listDoubts } from "#contract/studio/cut-outs.ts"
import { getFees } from "#contract/studio/fees.ts"
import { listOpenOrders, readPrompt } from "#contract/studio/generations.ts"
import { getTry } from "#contract/studio/guest-trial.ts"
import { listOwnModes, listOwnPictures } from "#contract/studio/own-pictures.ts"
import { listPicks } from "#contract/studio/review.ts"
import { listFailedRuns } from "#contract/studio/runs.ts"
import { listPresets } from "#contract/studio/words/presets.ts"
import { receiveFrame } from "./fake-sockets.ts"
import { type Answer, answerWith, networkAtRest, noStatus, type SentCall } from "./network.ts"

/** A call as it arrived: checked by the contract's schemas. */
interface ReceivedCall<E extends Endpoint> {
  params: z.output<NonNullable<E["params"]>>
  query: z.output<NonNullable<E["query"]>>
  body: z.output<NonNullable<E["body"]>>
  /** The key that makes a repeated write count once. */
  idempotencyKey: string | undefined
  /** Credits that the person agreed to, as they were sent. */
  agreedCredits: string | undefined
}

interface Options {
  /** Answers only calls whose path has these parts. */
  params?: Readonly<Record<string, string>> | undefined
  headers?: Readonly<Record<string, string>> | undefined
  /** Seconds until a refused call may be tried again. */
  retryAfter?: number | undefined
  /** What is wrong, by field. */
  fields?: Readonly<Record<string, string>> | undefined
  /** In the place of the endpoint's own status, such as 202. */
  status?: number | undefined
}

interface Plan {
  endpoint: Endpoint
  options: Options
  /** Keeps the answers back so long, at most until the test ends. */
  until?: Promise<void>
  reply: (call: ReceivedCall<Endpoint>) => Answer
}

interface Match {
  endpoint: Endpoint
  plan: Plan
  params: Record<string, string>
}

/** Answers the page's calls in a test. What was not planned fails the test, and so does an answer outside the contract. */
export interface FakeApi {
  /** Answers every such call from now on; the plan made last counts. */
  answer: <E extends Endpoint>(
    endpoint: E,
    reply: z.input<E["reply"]> | ((call: ReceivedCall<E>) => z.input<E["reply"]>),
    options?: Options,
  ) => void
  /** Refuses every such call from now on. */
  refuse: (endpoint: Endpoint, type: ErrorType, message: string, options?: Options) => void
  /** Breaks the connection at every such call from now on. */
  breakOff: (endpoint: Endpoint) => void
  /** Keeps back the answers that are planned for such calls by now. @returns what sends them, and those still to come */
  hold: (endpoint: Endpoint) => () => void
  /** The calls of an endpoint so far. */
  callsOf: <E extends Endpoint>(endpoint: E) => ReceivedCall<E>[]
  /** Sends a product event to the page. */
  tell: <Payload extends z.ZodType>(event: ProductEvent<Payload>, payload: z.input<Payload>) => void
}

let problems: string[] = []

/** Lets go what a test still keeps back. */
let testEnd = Promise.withResolvers<void>()

afterEach(async () => {
  const found = problems
  // A page that is being taken away may ask once more; that is no test's, and not the next one's either.
  answerWith(() => ({ status: noStatus, body: null }))
  cleanup()
  testEnd.resolve()
  await networkAtRest()
  testEnd = Promise.withResolvers()
  problems = []
  expect(found, "calls outside the plan or the contract").toEqual([])
})

/** What the installation says of itself, which forms ask in passing: no provider to sign in with, mails are sent. */
const plainInstallation: Plan = {
  endpoint: getSessionInfo,
  options: {},
  reply: () => ({ status: 200, body: { data: { isMailCaptured: false, passkeyHost: null, identityProviders: [] } } }),
}

/** A person without passkeys, which My account asks in passing. */
const noPasskeys: Plan = { endpoint: listPasskeys, options: {}, reply: () => ({ status: 200, body: { data: [] } }) }

/** What a studio asks in passing: an engine that cannot tell beforehand, and credits enough. */
const plainStudio: Plan[] = [
  { endpoint: listOpenOrders, options: {}, reply: () => ({ status: 200, body: { data: [] } }) },
  {
    endpoint: listDocuments,
    options: { params: { collectionId: "generations" } },
    reply: () => ({ status: 200, body: { total: 0, documents: [] } }),
  },
  { endpoint: listOwnPictures, options: {}, reply: () => ({ status: 200, body: { data: [] } }) },
  { endpoint: listDoubts, options: {}, reply: () => ({ status: 200, body: { data: [] } }) },
  { endpoint: listPresets, options: {}, reply: () => ({ status: 200, body: { data: [] } }) },
  { endpoint: listFailedRuns, options: {}, reply: () => ({ status: 200, body: { data: [] } }) },
  { endpoint: listAlbums, options: {}, reply: () => ({ status: 200, body: { data: [] } }) },
  {
    endpoint: listOwnModes,
    options: {},
    reply: () => ({ status: 200, body: { data: ["flux1.1-pro", "bg-remover"] } }),
  },
  { endpoint: listPaymentOrders, options: {}, reply: () => ({ status: 200, body: { data: [], nextCursor: null } }) },
  { endpoint: readPrompt, options: {}, reply: () => ({ status: 200, body: { data: null } }) },
  { endpoint: getBalance, options: {}, reply: () => ({ status: 200, body: { data: { credits: 100, held: 0 } } }) },
]

/** A visitor who has not drawn a free picture, which the first page asks when its form comes near. */
const plainTry: Plan = {
  endpoint: getTry,
  options: {},
  reply: () => ({ status: 200, body: { data: { isOffered: true, try: null } } }),
}

/** Fees as in the catalogue. */
const plainFees: Plan = { endpoint: getFees, options: {}, reply: () => ({ status: 200, body: { data: usualFees } }) }

/** A person who has not applied for anything, which the dashboard asks wherever a test happens to end there. */
const plainJourney: Plan = {
  endpoint: getJourney,
  options: {},
  reply: () => ({
    status: 200,
    body: {
      data: {
        checklist: { isConfirmed: true, hasPicture: false, hasBought: false },
        application: null,
        assessment: null,
        interview: null,
        enrolment: null,
        isActivated: false,
        others: [],
        paymentsOnTheirWay: [],
      },
    },
  }),
}

/** A person who agreed to the terms that hold, which every signed-in page asks. */
const acceptedTerms: Plan = {
  endpoint: getTermsState,
  options: {},
  reply: () => ({
    status: 200,
    body: { data: { version: currentTerms.date, change: currentTerms.change, isAccepted: true } },
  }),
}

/** A person who was told nothing, which the bell of every signed-in page asks, and how they would be. */
const noNotices: Plan[] = [
  {
    endpoint: listNotices,
    options: {},
    reply: () => ({ status: 200, body: { data: [], nextCursor: null, unread: 0 } }),
  },
  {
    endpoint: getNoticeSettings,
    options: {},
    reply: () => ({
      status: 200,
      body: {
        data: {
          kinds: [],
          isMailOff: false,
          dailyAt: "18:00",
          quiet: { from: "21:00", until: "07:00" },
          timeZone: "Africa/Lagos",
          phone: null,
          pushKey: null,
          pushDevices: 0,
        },
      },
    }),
  },
]

const noPicks: Plan = { endpoint: listPicks, options: {}, reply: () => ({ status: 200, body: { data: [] } }) }

const noCohorts: Plan = {
  endpoint: listCohortStates,
  options: {},
  reply: () => ({ status: 200, body: { data: [] } }),
}

/** Starts a plan without any call in it but those about the installation. */
export function fakeApi(): FakeApi {
  const plans: Plan[] = [
    ...[plainInstallation, noPasskeys, plainFees, plainTry, plainJourney, noCohorts, noPicks, acceptedTerms],
    ...plainStudio,
    ...noNotices,
  ]
  const received: { endpoint: Endpoint; call: ReceivedCall<Endpoint> }[] = []
  answerWith((sent) => {
    const match = findPlan(plans, sent)
    if (!match) return complain(`unexpected call: ${sent.method} ${sent.path}`)
    const call = readCall(match, sent)
    received.push({ endpoint: match.endpoint, call })
    const answer = match.plan.reply(call)
    const { until } = match.plan
    return until ? Promise.race([until, testEnd.promise]).then(() => answer) : answer
  })
  return {
    answer: (endpoint, reply, options = {}) => {
      plans.unshift({
        endpoint,
        options,
        reply: (call) => {
          const body = typeof reply === "function" ? (reply as (call: unknown) => unknown)(call) : reply
          check(endpoint.reply, body, `the planned answer of ${endpoint.path}`)
          return { status: options.status ?? endpoint.status ?? 200, body, headers: options.headers }
        },
      })
    },
    refuse: (endpoint, type, message, options = {}) => {
      const code = errorStatus[type]
      plans.unshift({
        endpoint,
        options,
        reply: () => ({
          status: code,
          body: { message, code, type, retryAfter: options.retryAfter, fields: options.fields },
        }),
      })
    },
    breakOff: (endpoint) => {
      plans.unshift({ endpoint, options: {}, reply: () => ({ status: noStatus, body: null }) })
    },
    hold: (endpoint) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      for (const plan of plans) if (plan.endpoint === endpoint) plan.until = promise
      return resolve
    },
    callsOf: <E extends Endpoint>(endpoint: E) =>
      received.filter((one) => one.endpoint === endpoint).map((one) => one.call as ReceivedCall<E>),
    tell: (event, payload) => {
      check(event.payload, payload, `the payload of ${event.name}`)
      receiveFrame({ type: "event", data: { events: [event.name], channels: [productChannel], payload } })
    },
  }
}

function findPlan(plans: readonly Plan[], sent: SentCall): Match | undefined {
  for (const plan of plans) {
    const { endpoint, options } = plan
    if (endpoint.method !== sent.method) continue
    const params = readPath(endpoint.path, sent.path)
    const isMeant = Object.entries(options.params ?? {}).every(([name, value]) => params?.[name] === value)
    if (params && isMeant) return { endpoint, plan, params }
  }
  return undefined
}

/** @returns the `:name` parts of the path; undefined when it is another path */
function readPath(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split("/")
  const given = path.split("/")
  if (wanted.length !== given.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, part] of wanted.entries()) {
    const value = decodeURIComponent(given[index] ?? "")
    if (part.startsWith(":")) params[part.slice(1)] = value
    else if (part !== value) return undefined
  }
  return params
}

function readCall({ endpoint, params }: Match, sent: SentCall): ReceivedCall<Endpoint> {
  const place = `${endpoint.method} ${endpoint.path}`
  return {
    params: endpoint.params && check(endpoint.params, params, `the path of ${place}`),
    query: endpoint.query && check(endpoint.query, readQuery(sent.query), `the query of ${place}`),
    body: endpoint.body && check(endpoint.body, sent.body ?? {}, `the body of ${place}`),
    idempotencyKey: sent.headers["idempotency-key"],
    agreedCredits: sent.headers[agreedCreditsHeader],
  }
}

/** `name[0]=a&name[1]=b` is the list `name` (docs/hosted-backend.md#addresses-and-bodies). */
function readQuery(search: URLSearchParams): Record<string, unknown> {
  const query: Record<string, unknown> = {}
  for (const [key, value] of search) {
    const name = /^(.+)\[\d*\]$/.exec(key)?.[1]
    if (name === undefined) query[key] = value
    else query[name] = [...((query[name] as string[] | undefined) ?? []), value]
  }
  return query
}

function check(schema: z.ZodType, value: unknown, place: string): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  problems.push(`${place}: ${parsed.error.message}`)
  return value
}

function complain(problem: string): Answer {
  problems.push(problem)
  return { status: 500, body: { message: problem, code: 500, type: "general_unknown" } }
}
