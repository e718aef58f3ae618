/** A pattern for `like` that finds texts that begin with this; signs of patterns stand for themselves. */
export function startsWith(text: string): string {
  return `${text.replace(/[\\%_]/g, "\\$&")}%`
}
