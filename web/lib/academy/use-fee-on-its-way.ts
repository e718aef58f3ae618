import { useEffect, useState } from "react"
import type { Journey } from "#contract/academy/admissions.ts"
import { journeyPath } from "#contract/catalogue/applications.ts"
import { isSameThing } from "#contract/catalogue/order-things.ts"
import { limitRead } from "#web/lib/calls/read-limit.ts"

/**
 * Reference of the signed-in person's application fee that is on its way, whichever program it is for. Looked at by hand, without
 * the contract's schema: pages of words load no schemas. @returns undefined while there is none, or none is known
 */
export function useFeeOnItsWay(isSignedIn: boolean): string | undefined {
  const [found, setFound] = useState<string>()
  useEffect(() => {
    if (!isSignedIn) return
    let isGone = false
    readFee().then(
      (reference) => {
        if (!isGone) setFound(reference)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [isSignedIn])
  return isSignedIn ? found : undefined
}

/** The question under way, which serves every link of a page that asks meanwhile. */
let asked: Promise<string | undefined> | undefined

function readFee(): Promise<string | undefined> {
  asked ??= ask().finally(() => {
    asked = undefined
  })
  return asked
}

function ask(): Promise<string | undefined> {
  return limitRead(async (signal) => {
    const response = await fetch(new URL(journeyPath, location.origin), { signal })
    if (!response.ok) return undefined
    const { data } = (await response.json()) as { data?: Partial<Journey> }
    return data?.paymentsOnTheirWay?.find(({ item }) => isSameThing(item, "application:"))?.tx_ref
  })
}
