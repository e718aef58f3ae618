import { useQuery } from "@tanstack/react-query"
import { useEffect } from "react"
import { useSession } from "#web/lib/session/session.ts"
import { storedOwnerQuery } from "#web/lib/session/stored-owner.ts"
import { openStored } from "#web/lib/stored/browser-store.ts"
import { registerOfflineWorker } from "./offline-worker.ts"

/**
 * Who reads: the signed-in person, or where the server cannot be asked the one who kept lessons here; "" while that is
 * not known. Being here begins the keeping.
 */
export function useReader(): string {
  const { id } = useSession()
  const owner = useQuery({ ...storedOwnerQuery, enabled: id === "" })
  useEffect(() => {
    if (id === "") return
    void openStored(id, true)
    registerOfflineWorker()
  }, [id])
  return id === "" ? (owner.data ?? "") : id
}
