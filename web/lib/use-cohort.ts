import { useEffect, useState } from "react"
import { cohortStatesPath } from "#contract/catalogue/applications.ts"
import type { CohortView, ProgramCohort } from "#contract/product/admissions.ts"

/**
 * The cohort of a program as the server tells of it. Looked at by hand, without the contract's schema: pages of words
 * load no schemas. @returns undefined until it is known, and where it cannot be told
 */
export function useCohort(programId: string): CohortView | undefined {
  const [cohort, setCohort] = useState<CohortView>()
  useEffect(() => {
    const stop = new AbortController()
    readCohort(programId, stop.signal).then(
      (found) => {
        if (found && !stop.signal.aborted) setCohort(found)
      },
      () => undefined,
    )
    return () => stop.abort()
  }, [programId])
  return cohort
}

async function readCohort(programId: string, signal: AbortSignal): Promise<CohortView | null> {
  const response = await fetch(new URL(cohortStatesPath, location.origin), { signal })
  if (!response.ok) return null
  const { data } = (await response.json()) as { data?: readonly ProgramCohort[] }
  const own = Array.isArray(data) ? data.find((one) => one.programId === programId) : undefined
  return typeof own?.cohort?.state === "string" ? own.cohort : null
}
