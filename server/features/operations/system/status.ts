import type { Incident, PartState, ServicePart } from "#contract/operations/status.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type { Services } from "#server/declarations/services.ts"
import { listPublicIncidents } from "#server/features/operations/incidents/service.ts"
import { type RecentTrouble, readRecentTrouble } from "./queries.ts"
import { createReadiness, type Hindrance } from "./readiness.ts"

/** How long one look counts for everybody, in milliseconds: strangers make it no dearer. */
const pollEveryMs = 10_000

/** Work that waits longer than this, in seconds, is late. */
const lateSeconds = 300

/** Failures of half an hour from which on they say something about the engine and not about an order. */
const tellingFailures = 5

/** Lost mails of an hour from which on they say something about the mail and not about an address. */
const tellingMails = 5

/** Questions in a row that a payment provider left unanswered: one may be about an odd order, many are its trouble. */
const unansweredOf = { slow: 3, down: 6 } as const

interface Look {
  checkedAt: string
  parts: { part: ServicePart; state: PartState }[]
  incidents: Incident[]
}

/** @returns looks at the parts of the product; answers also while the database does not */
export function createStatus(s: Services): () => Promise<Look> {
  const readiness = createReadiness(s, () => false)
  let known: { at: number; look: Promise<Look> } | null = null
  // While the database is away, what operators said before still stands.
  let incidents: Incident[] = []
  const look = async (): Promise<Look> => {
    const hindrances = await readiness()
    let trouble: RecentTrouble | null = null
    if (!hindrances.includes("database")) {
      try {
        trouble = await readRecentTrouble(s.db)
        incidents = await listPublicIncidents(s.db)
      } catch (error) {
        s.log.warn({ err: error }, "the status page could not ask the database")
      }
    }
    return { checkedAt: serialiseDate(new Date()), parts: partsOf(s, hindrances, trouble), incidents }
  }
  return () => {
    if (known === null || performance.now() - known.at > pollEveryMs) known = { at: performance.now(), look: look() }
    return known.look
  }
}

function partsOf(s: Services, hindrances: readonly Hindrance[], trouble: RecentTrouble | null): Look["parts"] {
  const hasFiles = !hindrances.includes("storage") && !hindrances.includes("disk")
  // Everything else is kept in the database.
  const at = (state: PartState): PartState => (trouble === null ? "down" : state)
  const parts: Look["parts"] = [
    { part: "accounts", state: at("working") },
    { part: "files", state: at(hasFiles ? "working" : "down") },
    { part: "pictures", state: at(hasFiles ? picturesState(trouble) : "down") },
  ]
  if (s.payments.forNewOrders !== null) parts.push({ part: "payments", state: at(paymentsState(trouble)) })
  parts.push({ part: "mail", state: at((trouble?.lostMails ?? 0) >= tellingMails ? "slow" : "working") })
  return parts
}

function picturesState(trouble: RecentTrouble | null): PartState {
  if (trouble === null) return "down"
  const { waitSeconds, ready, failed } = trouble
  if (failed >= tellingFailures && ready === 0) return "down"
  return waitSeconds > lateSeconds || (failed >= tellingFailures && failed > ready) ? "slow" : "working"
}

function paymentsState(trouble: RecentTrouble | null): PartState {
  const unanswered = trouble?.unanswered ?? 0
  if (unanswered >= unansweredOf.down) return "down"
  return unanswered >= unansweredOf.slow ? "slow" : "working"
}
