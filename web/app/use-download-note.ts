import { useQueryClient } from "@tanstack/react-query"
import { useEffect } from "react"
import { keepForAccount, readPreferences } from "#web/lib/preferences.ts"
import { useSession } from "#web/lib/session.ts"

/** Notes with the account that a picture was saved as a file for the first time, wherever the link stands. */
export function useDownloadNote(): void {
  const queries = useQueryClient()
  const { prefs } = useSession()
  const isKnown = readPreferences(prefs).hasDownloaded === true
  useEffect(() => {
    if (isKnown) return
    const look = ({ target }: MouseEvent): void => {
      if (target instanceof Element && target.closest("a[download]"))
        void keepForAccount(queries, { hasDownloaded: true })
    }
    addEventListener("click", look)
    return () => removeEventListener("click", look)
  }, [queries, isKnown])
}
