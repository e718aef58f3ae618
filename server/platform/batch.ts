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
