import type { FastifyInstance } from "fastify"
import { createApp } from "#server/composition/app.ts"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { createAccount } from "#server/features/identity/accounts/service.ts"
import { giveRole } from "#server/features/identity/operators/service.ts"
import { cookieNames, encodeSession } from "#server/features/identity/sessions/cookie-value.ts"
import { openSession } from "#server/features/identity/sessions/service.ts"
import { newSecret } from "#server/platform/ids.ts"

/** Nobody's address: the account is made in a copy of the database and goes with it. */
const email = "rehearsal@aworan.invalid"
const visitor = { ip: "127.0.0.1", userAgent: "npm run admin -- upgrade", country: null }

/**
 * Asks everything that can be read without naming one thing, as an owner of the installation would.
 * @param s over a copy of the database: an account is made there
 * @returns how many were asked, and those that failed inside
 */
export async function askEveryList(s: Services): Promise<{ asked: number; failed: string[] }> {
  const app = await createApp(s, { webDir: null })
  try {
    await app.ready()
    const cookie = await signInOwner(s)
    const failed: string[] = []
    const addresses = listAddresses(app)
    for (const url of addresses) {
      // An answer that breaks off on the way has no code.
      const answer = await app.inject({ method: "GET", url, headers: { cookie } }).catch(() => null)
      if (answer === null) failed.push(`${url} breaks off`)
      else if (answer.statusCode >= 500) failed.push(`${url} answers ${answer.statusCode}`)
    }
    return { asked: addresses.length, failed }
  } finally {
    await app.close()
  }
}

/** Every address for reading that has no part to fill in. */
function listAddresses(app: FastifyInstance): string[] {
  return Object.entries(app.swagger().paths ?? {})
    .filter(([path, calls]) => !path.includes("{") && calls !== undefined && "get" in calls)
    .map(([path]) => path)
}

async function signInOwner(s: Services): Promise<string> {
  const wanted = { userId: "unique()", email, password: newSecret(40), name: "Rehearsal" }
  const { $id: accountId } = await createAccount(s, wanted, visitor)
  const { secret } = await transact(s.db, async (tx) => {
    await giveRole(tx, accountId, "owner")
    return openSession(tx, { accountId, provider: "email", providerUid: email }, visitor)
  })
  return `${cookieNames[0]}=${encodeSession({ accountId, secret })}`
}
