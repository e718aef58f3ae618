/** What browsers tell of the line, where they do: `saveData` is the same wish that they send as `Save-Data`. */
type Connection = EventTarget & { saveData?: boolean; effectiveType?: string }

/** The line of this device; undefined where the browser tells nothing. */
export function connection(): Connection | undefined {
  return (navigator as { connection?: Connection }).connection
}

/** Whether the browser measured a line on which a photo takes a minute, or is asked to save data. */
export function isLineSlow(): boolean {
  const { saveData = false, effectiveType = "4g" } = connection() ?? {}
  return saveData || effectiveType !== "4g"
}
