/** "1,500": a whole number as people read it. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat("en").format(value)
}
