/** What browsers tell of the line, where they do: `saveData` is the same wish that they send as `Save-Data`. */
type Connection = EventTarget & { saveData?: boolean; effectiveType?: string }

/** The line of this device; undefined where the browser tells nothing. */
export function connection(): Connection | undefined {
  return (navigator as { connection?: Connection }).connection
}
