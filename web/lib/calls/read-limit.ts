/** Longest wait for a read, in ms (docs/product-rules.md#calls). Writes wait as long as the server works. */
const readLimitMs = 30_000

/**
 * Waits for a read as long as one may take: a line can stall for ever without failing.
 * @param read gets what ends it when its time is over, where it can be ended
 * @throws DOMException "TimeoutError" when there is no whole answer by then
 */
export async function limitRead<Answer>(read: (limit: AbortSignal) => Promise<Answer>): Promise<Answer> {
  const limit = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const reason = new DOMException("No answer in time", "TimeoutError")
      reject(reason)
      limit.abort(reason)
    }, readLimitMs)
  })
  try {
    return await Promise.race([read(limit.signal), late])
  } finally {
    clearTimeout(timer)
  }
}
