/** Files on their way from a screen for one photo to the one for several. */
let pending: readonly File[] = []

export function handOver(files: readonly File[]): void {
  pending = files
}

/** @returns the files that were handed over, once */
export function takePending(): readonly File[] {
  const files = pending
  pending = []
  return files
}
