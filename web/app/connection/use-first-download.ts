import { useEffect, useEffectEvent } from "react"
import { readPreferences, useSavePreference } from "#web/lib/session/preferences.ts"

/** Remembers that the person downloaded a picture, wherever on the page, for the list of first steps. */
export function useFirstDownload(prefs: Readonly<Record<string, unknown>>): void {
  const save = useSavePreference()
  const hasDownloaded = readPreferences(prefs).hasDownloaded === true
  const handleClick = useEffectEvent((event: Event) => {
    if (event.target instanceof Element && event.target.closest("a[download]")) save({ hasDownloaded: true })
  })
  useEffect(() => {
    if (hasDownloaded) return
    const listener = (event: Event): void => handleClick(event)
    document.addEventListener("click", listener)
    return () => document.removeEventListener("click", listener)
  }, [hasDownloaded])
}
