import { createHash, randomUUID } from "node:crypto"
import { sql } from "kysely"
import type { Services } from "#server/declarations/services.ts"
import { tellPasskeysElsewhere } from "#server/features/identity/passkeys/service.ts"
import { ProviderFailure } from "#server/platform/providers/provider-fetch.ts"
import type { AdminCommand } from "./command/command.ts"
import { describeDatabase, rememberFact } from "./queries.ts"

/** Tells one key from another without telling the key. */
function fingerprintOf(key: Buffer): string {
  return createHash("sha256").update("fingerprint:").update(key).digest("hex").slice(0, 16)
}

/**
 * Whether this process has the key with which the database was begun: with another one no link, code or token of before
 * is good, and processes that share a database disagree.
 */
export async function hasRightKey(s: Pick<Services, "db" | "tokenKey">): Promise<boolean> {
  const fingerprint = fingerprintOf(s.tokenKey)
  return (await rememberFact(s.db, "key-fingerprint", fingerprint)) === fingerprint
}

/** Longest wait for a provider, in milliseconds. */
const providerMs = 20_000

type Check = [name: string, look: (s: Services) => Promise<string>]

const checks: readonly Check[] = [
  [
    "database",
    async (s) => {
      const { version, size } = await describeDatabase(s.db)
      return `${s.database.raw.kind === "embedded" ? "embedded" : "PostgreSQL"} ${version}, ${size}`
    },
  ],
  [
    "database writes",
    async (s) => {
      await sql`create temporary table if not exists admin_check (n int)`.execute(s.db)
      return "yes"
    },
  ],
  [
    "storage",
    async (s) => {
      const key = `probe/${randomUUID()}`
      await s.storage.put(key, Buffer.from("probe"), "text/plain")
      const size = await s.storage.size(key)
      await s.storage.remove(key)
      if (size !== 5) throw new Error(`It kept 5 bytes and gave ${size} back.`)
      return s.storage.kind
    },
  ],
  ["mail", async (s) => `${s.mailer.kind}${(await s.mailer.check?.()) ?? ""}`],
  ["text messages", async (s) => `${s.messenger.kind}${(await s.messenger.check?.()) ?? ""}`],
  [
    "moderation",
    async (s) => {
      await s.moderation.check("a clay pot on a table")
      return s.moderation.kind
    },
  ],
  [
    "image host",
    async (s) => {
      // No upload has this name, and the answer that it is gone takes a key that is good.
      await s.imageHost?.remove("aworan/admin-check", s.now())
      return s.imageHost?.kind ?? "own"
    },
  ],
  [
    "image engine",
    async (s) => {
      const answered = (await s.engine.check?.()) ?? []
      return answered.length === 0 ? s.engine.name : `${answered.join(", ")} answer`
    },
  ],
  [
    "payments",
    async (s) => {
      const { opened, forNewOrders } = s.payments
      for (const provider of opened.values()) {
        // No order has this name, and the answer that there is none takes a key that is good.
        await provider.findByReference("admin-check", AbortSignal.timeout(providerMs))
      }
      const earlier = [...opened.keys()].filter((kind) => kind !== forNewOrders?.kind)
      const besides = earlier.length === 0 ? "" : `, and earlier orders of ${earlier.join(", ")}`
      return `${forNewOrders?.kind ?? "disabled"}${besides}`
    },
  ],
  [
    "DATA_DIR",
    async (s) => {
      const free = s.space.freeBytes()
      if (s.space.isLow()) throw new Error(`Only ${mib(free)} MiB are free.`)
      return `${s.config.dataDir}, ${mib(free)} MiB free`
    },
  ],
  ["passkeys", async (s) => (await tellPasskeysElsewhere(s)).join(" ") || "all are of this address"],
  [
    "key",
    async (s) => {
      if (!(await hasRightKey(s))) {
        throw new Error(
          "keys/token.key is not the key with which this database was begun. Bring the right one back: without it no " +
            "link and no code of before is good.",
        )
      }
      return fingerprintOf(s.tokenKey)
    },
  ],
]

function mib(bytes: number): number {
  return Math.floor(bytes / 1024 / 1024)
}

/** What failed and why: a provider's own words alone do not say what they are an answer to. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const answer = error instanceof ProviderFailure ? `${error.kind}${error.status ? ` (${error.status})` : ""}: ` : ""
  return `${answer}${error.message}${error.cause instanceof Error ? ` ${describe(error.cause)}` : ""}`
}

export const check: AdminCommand = {
  usage: "check",
  what: "Looks at the database, DATA_DIR, the key, and every provider that is set up",
  acts: {
    "": {
      logs: null,
      async run({ s, say }) {
        let isFine = true
        for (const [name, look] of checks) {
          try {
            say(`ok      ${name.padEnd(16)} ${await look(s)}`)
          } catch (error) {
            isFine = false
            say(`FAILED  ${name.padEnd(16)} ${describe(error)}`)
          }
        }
        return isFine
      },
    },
  },
}
