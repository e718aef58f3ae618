/** A thousand spends of one person at once: exactly as many go through as the balance pays for (docs/security.md#ledger). */
import { migrate } from "#server/db/migrate.ts"
import { transact } from "#server/db/open.ts"
import { balanceOf, grant, hold, openCredits } from "#server/features/money/credits/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { sumLedger } from "#server/testing/records/credit-sums.ts"
import { onBothDatabases } from "./databases.ts"
import { type Figure, holds, plain, report, show } from "./figures.ts"

const spends = 1_000
const fee = 5
const credits = 1_234
const accountId = "spender"

const figures: Figure[] = []
await onBothDatabases(async ({ kind, open }) => {
  const database = await open()
  const { db } = database
  await migrate(database)
  await transact(db, async (tx) => {
    await tx
      .insertInto("accounts")
      .values({ id: accountId, email: null, name: "", phone: null, passwordHash: null, passwordUpdatedAt: null })
      .execute()
    await openCredits(tx, accountId)
    await grant(tx, { accountId, amount: credits, purpose: "bench", note: "" })
  })
  const began = performance.now()
  const outcomes = await Promise.all(
    Array.from({ length: spends }, (_, n) =>
      transact(db, (tx) => hold(tx, { accountId, amount: fee, purpose: `bench:${n}`, note: "" })).then(
        () => true,
        (error: unknown) => {
          if (error instanceof AppError && error.type === "not_enough_credits") return false
          throw error
        },
      ),
    ),
  )
  const seconds = (performance.now() - began) / 1_000
  const through = outcomes.filter(Boolean).length
  const expected = Math.floor(credits / fee)
  const balance = await balanceOf(db, accountId)
  const ledger = await sumLedger(db, accountId)
  const isEven = balance.credits === credits - expected * fee && balance.held === expected * fee
  const isBalanced = ledger.available === balance.credits && ledger.held === balance.held
  figures.push(
    holds(`${kind}: spends that went through`, through === expected, String(through), String(expected)),
    holds(
      `${kind}: balance and ledger agree`,
      isEven && isBalanced,
      `${balance.credits} + ${balance.held}`,
      `${credits - expected * fee} + ${expected * fee}`,
    ),
    plain(`${kind}: ${spends} at once`, `${show(seconds)} s, ${show(spends / seconds)} per second`),
  )
  await database.close()
})
report(figures)
