import { useEffect, useState } from "react"
import type { CohortView, ProgramCohort } from "#contract/academy/admissions.ts"
import { cohortStatesPath } from "#contract/catalogue/applications.ts"
import { limitRead } from "#web/lib/calls/read-limit.ts"

/**
 * The cohort of a program as the server tells of it. Looked at by hand, without the contract's schema: pages of words
 * load no schemas. @returns undefined until it is known, and where it cannot be told
 */
export function useCohort(programId: string): CohortView | undefined {
  const [cohort, setCohort] = useState<CohortView>()
  useEffect(() => {
    let isGone = false
    readCohort(programId).then(
      (found) => {
        if (found && !isGone) setCohort(found)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [programId])
  return cohort
}

/**
 * On what shows a cohort: a ready page asks the server, as `whenUsed` finds this mark in it.
 * @param when at once where the page offers what the server may have closed; when it is seen where it only tells
 */
export function askMark(cohort: CohortView | undefined, when: "at-once" | "when-seen"): { "data-asks"?: string } {
  return cohort ? {} : { "data-asks": when }
}

/** The question under way, which serves every part of a page that asks meanwhile. */
let asked: Promise<readonly ProgramCohort[]> | undefined

function readAll(): Promise<readonly ProgramCohort[]> {
  asked ??= ask().finally(() => {
    asked = undefined
  })
  return asked
}

function ask(): Promise<readonly ProgramCohort[]> {
  return limitRead(async (signal) => {
    const response = await fetch(new URL(cohortStatesPath, location.origin), { signal })
    if (!response.ok) throw new Error(`Cohorts answered ${response.status}.`)
    const { data } = (await response.json()) as { data?: readonly ProgramCohort[] }
    return Array.isArray(data) ? data : []
  })
}

async function readCohort(programId: string): Promise<CohortView | null> {
  const own = (await readAll()).find((one) => one.programId === programId)
  return typeof own?.cohort?.state === "string" ? own.cohort : null
}
