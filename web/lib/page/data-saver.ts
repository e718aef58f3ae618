import { useQuery } from "@tanstack/react-query"
import { useSyncExternalStore } from "react"
import { readPreferences, useSavePreference } from "#web/lib/session/preferences.ts"
import { currentUserQuery } from "#web/lib/session/session.ts"
import { connection } from "./line.ts"

function subscribe(look: () => void): () => void {
  const told = connection()
  told?.addEventListener("change", look)
  return () => told?.removeEventListener("change", look)
}

function useDeviceSavesData(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => connection()?.saveData === true,
    () => false,
  )
}

/**
 * Whether little is to be fetched: as the person chose, which the account keeps, else as the device asks. What follows
 * from it is told in docs/product-rules.md#data-saver.
 */
export function useDataSaver(): boolean {
  const device = useDeviceSavesData()
  const { data: chosen } = useQuery({
    ...currentUserQuery,
    select: (user) => readPreferences(user?.prefs ?? {}).dataSaver,
  })
  return chosen === "on" || (chosen !== "off" && device)
}

/** Switches it. What the device asks for anyway is followed again, also when that changes. */
export function useSwitchDataSaver(): (isOn: boolean) => void {
  const device = useDeviceSavesData()
  const save = useSavePreference()
  return (isOn) => save({ dataSaver: isOn === device ? "device" : isOn ? "on" : "off" })
}

let wereAskedFor = false
const listeners = new Set<() => void>()

/** Shows the example pictures while this tab is open, with the data saver too. */
export function askForExamples(): void {
  wereAskedFor = true
  for (const listener of listeners) listener()
}

/** Whether example and decorative pictures are shown: always, or with the data saver once they were asked for. */
export function useShowsExamples(): boolean {
  const isSaving = useDataSaver()
  const wereAsked = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => wereAskedFor,
    () => false,
  )
  return !isSaving || wereAsked
}

/** How many pages follow the first one by themselves, so that the end of the page can be reached. */
const automaticPages = 3

/**
 * Whether the next page of a list comes by itself when the end is near, or waits for a press.
 * @param pages read so far
 * @param most after which it waits
 */
export function useReadsOn(pages: number, most = automaticPages): boolean {
  return !useDataSaver() && pages <= most
}
