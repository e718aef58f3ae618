/** How often is measured at most: a shared machine is slow for a moment, what is slow by itself is slow each time. */
const mostRounds = 5

/**
 * Measures until something takes less than is allowed, five times at most.
 * @param measure does it anew, and says what it took
 * @returns the least it took, in the unit of `measure`
 */
export async function leastOf(allowed: number, measure: () => number | Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < mostRounds && least >= allowed; round++) least = Math.min(least, await measure())
  return least
}

/** Milliseconds of the processor that this process works meanwhile, whoever else keeps the machine busy. */
export async function processorMs(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}

/** Milliseconds of the processor that this thread works meanwhile; threads beside it do not count. */
export async function threadMs(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1_000
}

/** Milliseconds of the clock. */
export async function clockMs(work: () => unknown): Promise<number> {
  const before = performance.now()
  await work()
  return performance.now() - before
}
