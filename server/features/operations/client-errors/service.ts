import type { z } from "zod"
import type { ClientErrorGroup, reportClientError } from "#contract/operations/client-errors.ts"
import type { Services } from "#server/declarations/services.ts"
import { redactText } from "#server/platform/observability/redact.ts"
import * as queries from "./queries.ts"

/** Kinds of failures that operators see at once. */
const maxGroups = 100

/** Longest name of a browser that is kept, in characters. */
const maxAgentLength = 200

/** Keeps what a browser tells of a page that failed, and says it in the log. Whose page it was is not kept. */
export async function keepReport(
  s: Services,
  report: z.output<typeof reportClientError.body>,
  userAgent: string,
): Promise<void> {
  const kept = {
    ...report,
    message: redactText(report.message),
    stack: redactText(report.stack),
    userAgent: userAgent.slice(0, maxAgentLength),
  }
  if (!(await queries.insertReport(s.db, kept))) return
  s.metrics.clientErrors.inc({ kind: report.kind })
  s.log.warn({ clientError: kept }, "a page failed in a browser")
}

/** What failed lately. @param id of one report; empty for all */
export async function listGroups(s: Services, id: string): Promise<ClientErrorGroup[]> {
  const groups = await queries.listGroups(s.db, maxGroups, id === "" ? null : id)
  return groups.map((group) => ({
    ...group,
    firstAt: group.firstAt.toISOString(),
    lastAt: group.lastAt.toISOString(),
  }))
}
