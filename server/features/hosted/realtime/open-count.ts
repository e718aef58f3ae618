/** Counts what is open at once by key, up to a number. */
export interface OpenCount {
  /** @returns what counts it as closed, once; null when as many are open already */
  enter(key: string): (() => void) | null
}

export function createOpenCount(max: number): OpenCount {
  const open = new Map<string, number>()
  return {
    enter(key) {
      const count = open.get(key) ?? 0
      if (count >= max) return null
      open.set(key, count + 1)
      let isOpen = true
      return () => {
        if (!isOpen) return
        isOpen = false
        const left = (open.get(key) ?? 1) - 1
        if (left === 0) open.delete(key)
        else open.set(key, left)
      }
    },
  }
}
