/** Parts of the product's code that could not be fetched while a screen stood, and how to go on. */
interface Trouble {
  /** Asks for them again. @returns whether all came */
  retry: () => Promise<boolean>
}

let trouble: Trouble | undefined
/** Each asks for one part again, and says whether it came. */
const waiting = new Set<() => Promise<boolean>>()
const watchers = new Set<() => void>()

/** For `useSyncExternalStore`: the part that waits for a decision, if there is one. */
export const loadTrouble = {
  subscribe(watch: () => void): () => void {
    watchers.add(watch)
    return () => watchers.delete(watch)
  },
  current: (): Trouble | undefined => trouble,
}

async function retryAll(): Promise<boolean> {
  const answers = await Promise.all([...waiting].map((retry) => retry()))
  return answers.every((isThere) => isThere)
}

function tell(): void {
  trouble = waiting.size > 0 ? { retry: retryAll } : undefined
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
    const retry = (): Promise<boolean> =>
      load().then(
        (part) => {
          waiting.delete(retry)
          tell()
          resolve(part)
          return true
        },
        () => false,
      )
    waiting.add(retry)
    tell()
  })
}
