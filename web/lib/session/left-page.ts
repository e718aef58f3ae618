/**
 * The page at which somebody signed out: it is nobody's wish any more, so whoever signs in next is not led to it. The
 * mark is kept with its entry of the history, and goes with it.
 */

interface Entry {
  isLeft?: boolean
}

/** Marks the page that is open. */
export function leavePage(): void {
  const entry: Entry = { ...(history.state as Entry | null), isLeft: true }
  history.replaceState(entry, "")
}

/** Whether the page that is open was left by signing out. */
export function isPageLeft(): boolean {
  return (history.state as Entry | null)?.isLeft === true
}

/** Marks it when somebody signs out in another tab, which clears what this browser keeps. @returns what ends watching */
export function watchLeaving(): () => void {
  const look = ({ key }: StorageEvent): void => {
    if (key === null) leavePage()
  }
  addEventListener("storage", look)
  return () => removeEventListener("storage", look)
}
