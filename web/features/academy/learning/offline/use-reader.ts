import { useEffect } from "react"
import { registerAppWorker } from "#web/lib/session/app-worker.ts"
import { useSession } from "#web/lib/session/session.ts"

/** Who reads; "" while that is not known. Being here is reason enough to have pages open without a network from now on. */
export function useReader(): string {
  const { id } = useSession()
  useEffect(() => {
    if (id !== "") void registerAppWorker()
  }, [id])
  return id
}
