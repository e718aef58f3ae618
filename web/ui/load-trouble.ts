/** A part of the product's code that could not be fetched while a screen stood, and how to go on. */
interface Trouble {
  /** Asks for it again. @returns whether it came */
  retry: () => Promise<boolean>
}

let trouble: Trouble | undefined
const watchers = new Set<() => void>()

/** For `useSyncExternalStore`: the part that waits for a decision, if there is one. */
export const loadTrouble = {
  subscribe(watch: () => void): () => void {
    watchers.add(watch)
    return () => watchers.delete(watch)
  },
  current: (): Trouble | undefined => trouble,
}

function set(next: Trouble | undefined): void {
  trouble = next
  for (const watch of watchers) watch()
}

/**
 * Fetches a part of the product's code. Where a screen can ask (somebody watches), a failure waits for the person to
 * press Retry, so that what stands on the screen stays; elsewhere it is thrown.
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load()
  } catch (error) {
    if (watchers.size === 0) throw error
  }
  return new Promise<Part>((resolve) => {
    const waiting: Trouble = {
      retry: () =>
        load().then(
          (part) => {
            if (trouble === waiting) set(undefined)
            resolve(part)
            return true
          },
          () => false,
        ),
    }
    set(waiting)
  })
}
