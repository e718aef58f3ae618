/** Kills a real process ten times while it draws: each order ends with one picture or one refund (docs/architecture.md#rules-that-carry-the-product). */
import { crashWhileDrawing, isOneOutcome } from "#server/testing/processes/crash.ts"
import { signUpAt, startProcess } from "#server/testing/processes/processes.ts"
import { onBothDatabases } from "./databases.ts"
import { atMost, type Figure, holds, percentile, plain, report, show } from "./figures.ts"

const rounds = 10

/** Longest time until a killed job is taken up again, in seconds (architecture). The drawing itself is counted in. */
const recoveryBarSeconds = 15

const figures: Figure[] = []
await onBothDatabases(async ({ kind, settings }) => {
  const restart = () => startProcess({ ...settings, WELCOME_CREDITS: "200" })
  let running = await restart()
  const visitor = await signUpAt(running, "crash@example.com")
  const outcomes = []
  for (let round = 0; round < rounds; round++) {
    const outcome = await crashWhileDrawing(visitor, running, restart, round)
    running = outcome.process
    outcomes.push(outcome)
  }
  await running.stop()
  const pictures = outcomes.filter((outcome) => outcome.pictures === 1 && isOneOutcome(outcome)).length
  const refunds = outcomes.filter((outcome) => outcome.pictures === 0 && isOneOutcome(outcome)).length
  const seconds = outcomes.map((outcome) => outcome.recoverySeconds)
  figures.push(
    holds(
      `${kind}: one picture or one refund`,
      pictures + refunds === rounds,
      `${pictures} + ${refunds}`,
      `${rounds} of ${rounds}`,
    ),
    atMost(`${kind}: kill to the end of the order, slowest`, Math.max(...seconds), recoveryBarSeconds, "s"),
    plain("  median", `${show(percentile(seconds, 0.5))} s`),
  )
})
report(figures)
