/**
 * Gathers what is asked for within one turn of the event loop and asks for all of it at once: under load many requests
 * share a query, and one alone waits for nobody. Nothing is kept: each asks after it came.
 * @param askAll answers in the order of the questions; when it throws, everyone of the batch gets its error
 * @param options.isInOrder asks for nothing while it waits for an answer, so that what came first is over first
 */
export function createBatch<Question, Answer>(
  askAll: (questions: readonly Question[]) => Promise<readonly Answer[]>,
  { isInOrder = false }: { isInOrder?: boolean } = {},
): (question: Question) => Promise<Answer> {
  let waiting: { question: Question; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = []
  let isAsking = false
  const send = async (): Promise<void> => {
    const batch = waiting
    waiting = []
    isAsking = true
    try {
      const answers = await askAll(batch.map(({ question }) => question))
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
    isAsking = false
    if (isInOrder && waiting.length > 0) setImmediate(send)
  }
  return (question) =>
    new Promise((resolve, reject) => {
      // What arrived on other connections by now is still to be read in this turn.
      if (waiting.length === 0 && !(isInOrder && isAsking)) setImmediate(send)
      waiting.push({ question, resolve, reject })
    })
}

/** The same for each place that is asked, such as a database or a transaction, by itself. */
export function createBatches<Place extends object, Question, Answer>(
  askAll: (place: Place, questions: readonly Question[]) => Promise<readonly Answer[]>,
): (place: Place, question: Question) => Promise<Answer> {
  const batches = new WeakMap<Place, (question: Question) => Promise<Answer>>()
  return (place, question) => {
    const batch = batches.get(place) ?? createBatch((questions) => askAll(place, questions))
    batches.set(place, batch)
    return batch(question)
  }
}

/**
 * PostgreSQL's classes of errors that rows cause: their values, their constraints, waiting for each other. After any other
 * nobody knows whether the statement was carried out.
 */
const wrongRows = /^(?:22|23|40)\w{3}$/

/**
 * The same for writes: what comes together is written by one statement each part. A statement is refused as a whole when
 * one of its rows is wrong; then each is tried alone, and only the wrong one fails.
 * @param split parts what may not share a statement
 */
export function createWriteBatch<Item, Made>(
  split: (items: readonly Item[]) => readonly (readonly Item[])[],
  writeAll: (items: readonly Item[]) => Promise<readonly Made[]>,
): (item: Item) => Promise<Made> {
  const tryAll = async (items: readonly Item[]): Promise<PromiseSettledResult<Made>[]> => {
    try {
      return (await writeAll(items)).map((value) => ({ status: "fulfilled", value }))
    } catch (reason) {
      const isUndone = wrongRows.test(String((reason as { code?: unknown } | null)?.code))
      if (items.length > 1 && isUndone) return (await Promise.all(items.map((item) => tryAll([item])))).flat()
      return items.map(() => ({ status: "rejected", reason }))
    }
  }
  const write = createBatch(async (items: readonly Item[]) => {
    const outcomes = new Map<Item, PromiseSettledResult<Made>>()
    await Promise.all(
      split(items).map(async (part) => {
        for (const [index, outcome] of (await tryAll(part)).entries()) outcomes.set(part[index] as Item, outcome)
      }),
    )
    return items.map((item) => outcomes.get(item))
  })
  return async (item) => {
    const outcome = await write(item)
    if (outcome?.status === "fulfilled") return outcome.value
    throw outcome?.reason
  }
}
