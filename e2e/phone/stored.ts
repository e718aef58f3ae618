import type { Page } from "@playwright/test"

/** Under which keys this browser still has something of a person. */
export const storedHere = (page: Page): Promise<string[]> =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        const opening = indexedDB.open("kept-for-offline")
        opening.onsuccess = () => {
          const all = opening.result.transaction("things").objectStore("things").getAllKeys()
          all.onsuccess = () => resolve(all.result.map(String))
        }
      }),
  )
