/** "27 kB", "1.2 MB": how much a download takes; "" when it is not known. */
export function formatBytes(bytes: number): string {
  if (bytes <= 0) return ""
  if (bytes < 1_000_000) return `${Math.max(1, Math.round(bytes / 1_000))} kB`
  return `${(bytes / 1_000_000).toFixed(1)} MB`
}
