import { existsSync } from "node:fs"
import { join } from "node:path"
import { sql } from "kysely"
import type { Logger } from "pino"
import { AdminError } from "#server/admin/command/command.ts"
import { CopyRefused, endGoingBack, goBack, keepCopy, readKept, tellLackBeside } from "#server/db/kept-copy.ts"
import { type MigrationState, migrate, readMigrations } from "#server/db/migrate.ts"
import { type OpenDatabase, openEmbedded, openPostgres } from "#server/db/open.ts"
import { FolderInUseError, lockFolder } from "#server/db/process-lock.ts"
import type { Config } from "#server/settings/config.ts"
import { copyEmbedded, copyPostgres, type DatabaseCopy } from "./database-copy.ts"
import { rehearse, secondsSince } from "./rehearse.ts"

type Say = (line: string) => void

/**
 * Tries what this version does to the database on a copy; only when all of it works is the real one brought up to date.
 * The embedded database is kept as it was.
 * @param words after the command's name
 * @returns the code with which the command ends: 0 well, 1 nothing was changed because the rehearsal failed
 * @throws AdminError for a mistake of the operator, and while another process holds the embedded database
 */
export async function runUpgrade(config: Config, log: Logger, words: readonly string[], say: Say): Promise<number> {
  const [action, consent] = words
  if (action !== undefined && action !== "back") throw new AdminError("upgrade, or upgrade back?")
  if (config.database.kind === "postgres") {
    if (action === "back")
      throw new AdminError("Of PostgreSQL nothing is kept here: restore your backup (docs/operations.md#restore).")
    return upgradePostgres(config, config.database.url, log, say)
  }
  const { dir } = config.database
  const lock = await lockFolder(config.dataDir, {
    waitMs: config.folderWaitMs,
    onWait: say,
    onLost: () => process.exit(2),
  }).catch((error: unknown) => {
    if (!(error instanceof FolderInUseError)) throw error
    throw new AdminError(
      `The data folder ${config.dataDir} is held by another process${error.who}. If that is the product, stop it first; ` +
        "if it upgrades, wait for it to end. Then give this command again. It changed nothing.",
    )
  })
  try {
    const newer = await endGoingBack(config.dataDir)
    if (newer !== null) say(`A way back was broken off, and has been ended now. The newer database lies in ${newer}.`)
    if (action === "back" && newer !== null) return 0
    if (action === "back") return await back(config.dataDir, consent === "agreed", say)
    return await upgradeEmbedded(config, dir, log, say)
  } catch (error) {
    if (error instanceof CopyRefused) throw new AdminError(error.message, { cause: error })
    throw error
  } finally {
    lock.release()
  }
}

/** What the ledger came with; whatever ran before that was no version that anybody had. */
const ledgerBegan = "0041-credit-lots"

/** Whether there is anything to rehearse; tells it. @throws AdminError for a database of before the first version */
function tellState({ done, pending, newer }: MigrationState, say: Say): boolean {
  if (done.length > 0 && !done.includes(ledgerBegan)) {
    throw new AdminError(
      `This database was made before the first version: its last change was ${done.at(-1)}, and ${ledgerBegan} is missing. ` +
        "It cannot be upgraded, and nothing was changed. Begin with another DATA_DIR or database.",
    )
  }
  if (newer.length > 0) {
    say(`A newer version has changed this database (${newer.at(-1)}). This one leaves that alone.`)
  }
  if (done.length === 0) say("The database is empty: the first start makes its tables.")
  else if (pending.length === 0) say("The database is as this version wants it. Nothing to do.")
  else say(`changes   ${pending.length}, from ${pending[0]} to ${pending.at(-1)}`)
  return done.length > 0 && pending.length > 0
}

async function upgradeEmbedded(config: Config, dir: string, log: Logger, say: Say): Promise<number> {
  if (!existsSync(dir)) {
    say("The database is empty: the first start makes its tables.")
    return 0
  }
  const state = await withOpen(
    () => openEmbedded(dir),
    ({ db }) => readMigrations(db),
  )
  if (!tellState(state, say)) return 0
  const begun = performance.now()
  try {
    const copy = await copyEmbedded(dir, join(config.dataDir, "rehearsal"))
    say(`copy      made in ${secondsSince(begun)} s`)
    if (!(await rehearseOn(copy, config, log, say))) return refuse(say)
    say(`kept      as it was, in ${await keepCopy(config.dataDir, state.done)}`)
  } catch (error) {
    if (!(error instanceof CopyRefused)) throw error
    say(error.message)
    return refuse(say)
  }
  try {
    await withOpen(
      () => openEmbedded(dir),
      (database) => bringUpToDate(database, say),
    )
  } catch (error) {
    // One transaction holds all of it, and is undone.
    const lack = await tellLackBeside(dir)
    if (lack === null) throw error
    say(`${lack} Nothing was changed: make room, and give the command again.`)
    return 1
  }
  say("Back to what it was, and the version that made it: npm run admin -- upgrade back")
  return 0
}

async function upgradePostgres(config: Config, url: string, log: Logger, say: Say): Promise<number> {
  return withOpen(
    async () => openPostgres(url),
    async (database) =>
      aloneOnPostgres(database, async () => {
        if (!tellState(await readMigrations(database.db), say)) return 0
        const begun = performance.now()
        const copy = await copyPostgres(database, join(config.dataDir, "rehearsal"))
        say(`copy      made in ${secondsSince(begun)} s`)
        if (!(await rehearseOn(copy, config, log, say))) return refuse(say)
        await bringUpToDate(database, say)
        return 0
      }),
  )
}

/** Rehearses on a copy, which is gone afterwards. @returns whether the real one may follow */
async function rehearseOn(copy: DatabaseCopy, config: Config, log: Logger, say: Say): Promise<boolean> {
  try {
    const isWell = await rehearse(copy.database, config, log, say).catch((error: unknown) => {
      say(`It broke off: ${error instanceof Error ? error.message : String(error)}`)
      return false
    })
    const lack = isWell ? null : await copy.tellLack()
    if (lack !== null) say(lack)
    return isWell
  } finally {
    await copy.remove()
  }
}

/** Any number that nothing else in this database locks. */
const lockKey = 7_018_240_114

/** Two rehearsals would take each other's database away. @throws AdminError when another process is at it */
function aloneOnPostgres<T>({ db }: OpenDatabase, work: () => Promise<T>): Promise<T> {
  return db.connection().execute(async (own) => {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_lock(${lockKey}) as got`.execute(own)
    if (!rows[0]?.got)
      throw new AdminError("Another process upgrades this database. Wait for it to end, and look again.")
    try {
      return await work()
    } finally {
      await sql`select pg_advisory_unlock(${lockKey})`.execute(own)
    }
  })
}

function refuse(say: Say): number {
  say(
    "The rehearsal failed. Nothing was changed: start the version from before, and tell its makers what stands above.",
  )
  return 1
}

async function bringUpToDate(database: OpenDatabase, say: Say): Promise<void> {
  const begun = performance.now()
  await migrate(database, { onWait: say })
  say(`upgraded  in ${secondsSince(begun)} s`)
}

async function back(dataDir: string, isAgreed: boolean, say: Say): Promise<number> {
  const { madeAt, migrations } = await readKept(dataDir)
  if (!isAgreed) {
    say(
      `The database goes back to ${madeAt}, when ${migrations.at(-1)} was its last change. What happened since is not in it.`,
    )
    say("Pictures and other files stay as they are. If you agree: npm run admin -- upgrade back agreed")
    return 1
  }
  say(`The database is as it was at ${madeAt}. The newer one lies in ${await goBack(dataDir)}.`)
  say(`Start the version whose last change was ${migrations.at(-1)}: this one would upgrade it again.`)
  return 0
}

async function withOpen<T>(
  open: () => Promise<OpenDatabase>,
  work: (database: OpenDatabase) => Promise<T>,
): Promise<T> {
  const database = await open()
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}
