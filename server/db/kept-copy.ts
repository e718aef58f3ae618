import { constants, existsSync } from "node:fs"
import { cp, mkdir, readdir, readFile, rename, rm, stat, statfs, utimes, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { z } from "zod"

/** Why the database is not copied, or a copy not used; in words for an operator. */
export class CopyRefused extends Error {}

/** Room that must be left beside a copy, in bytes: new tables, and the log of whatever goes on meanwhile. */
const spareBytes = 128 * 1024 * 1024

/** With less than this left, what failed failed for want of room: the database's log grows by files of 16 MiB. */
const fullBytes = 32 * 1024 * 1024

/**
 * Copies a folder of the embedded database, which nobody may have open. What an earlier try left at the target goes first.
 * @throws CopyRefused when the disk has no room for it; then there is no copy
 */
export async function copyFolder(from: string, to: string): Promise<void> {
  await rm(to, { recursive: true, force: true })
  await mkdir(to, { recursive: true, mode: 0o700 })
  const [bytes, free] = [await sizeOf(from), await freeAt(to)]
  try {
    if (free < bytes + spareBytes) throw new CopyRefused(noRoom(bytes, free))
    // Where the disk can, the copy shares its blocks with the original until one of them changes.
    await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
  } catch (error) {
    await rm(to, { recursive: true, force: true })
    // Somebody else filled the disk meanwhile.
    if (error instanceof Error && "code" in error && error.code === "ENOSPC") {
      throw new CopyRefused(noRoom(bytes, await freeAt(dirname(to))), { cause: error })
    }
    throw error
  }
}

/** What lacks where a copy filled the disk, in words for an operator; null where there is room beside it. */
export async function tellLackOfRoom(copy: string): Promise<string | null> {
  const [bytes, free] = [await sizeOf(copy), await freeAt(copy)]
  return free < fullBytes ? noRoom(bytes, bytes + free) : null
}

/** The same of the database itself, beside which there must be room. */
export async function tellLackBeside(database: string): Promise<string | null> {
  const free = await freeAt(database)
  if (free >= fullBytes) return null
  return `There is no room to change the database: ${mib(spareBytes)} MiB are needed, and ${mib(free)} are free.`
}

/** @param free without the copy */
function noRoom(bytes: number, free: number): string {
  return `There is no room to copy the database: ${mib(bytes + spareBytes)} MiB are needed, and ${mib(free)} are free.`
}

async function freeAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

const mib = (bytes: number): number => Math.ceil(bytes / 1024 / 1024)

/** Bytes of all files in a folder. */
async function sizeOf(folder: string): Promise<number> {
  let bytes = 0
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isFile()) bytes += (await stat(join(entry.parentPath, entry.name))).size
  }
  return bytes
}

/** What is known of the copy: from when it is, and what its tables had had. */
const About = z.object({ madeAt: z.string(), migrations: z.array(z.string()) })
type About = z.infer<typeof About>

/** Folders beside the database; each gets its name only when it is whole. */
function places(dataDir: string) {
  return {
    database: join(dataDir, "database"),
    before: join(dataDir, "before-upgrade"),
    old: join(dataDir, "before-upgrade.old"),
    after: join(dataDir, "after-upgrade"),
  }
}

const aboutName = "about.json"

/** Keeps the embedded database as it is now, in place of what an earlier upgrade kept. Nobody may have it open. @throws CopyRefused without room */
export async function keepCopy(dataDir: string, migrations: string[]): Promise<string> {
  const { database, before, old } = places(dataDir)
  const fresh = `${before}.new`
  const about: About = { madeAt: new Date().toISOString(), migrations }
  try {
    await copyFolder(database, join(fresh, "database"))
    await writeFile(join(fresh, aboutName), JSON.stringify(about), { mode: 0o600 })
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    throw error
  }
  // Under its name it is whole or not there: half of one must never be gone back to.
  await rm(old, { recursive: true, force: true })
  if (existsSync(before)) await rename(before, old)
  await rename(fresh, before)
  await rm(old, { recursive: true, force: true })
  return before
}

/** What is kept. @throws CopyRefused when there is nothing */
export async function readKept(dataDir: string): Promise<About> {
  const { before } = places(dataDir)
  try {
    await stat(join(before, "database"))
    return About.parse(JSON.parse(await readFile(join(before, aboutName), "utf8")))
  } catch {
    throw new CopyRefused(`${before} has no copy from before an upgrade.`)
  }
}

/** Puts the kept copy in the database's place, and that aside. @returns where it lies now */
export async function goBack(dataDir: string): Promise<string> {
  const { database, before, after } = places(dataDir)
  await readKept(dataDir)
  await rm(after, { recursive: true, force: true })
  await rename(database, after)
  // From now on it is kept for its days.
  await utimes(after, new Date(), new Date())
  await rename(join(before, "database"), database)
  await rm(before, { recursive: true, force: true })
  return after
}

/**
 * Ends a way back that was broken off: between its two steps, when the database has no name, or after them, when what is
 * left of the copy has no database any more.
 * @returns where the newer database lies; null where no way back was broken off
 */
export async function endGoingBack(dataDir: string): Promise<string | null> {
  const { database, before, after } = places(dataDir)
  const kept = join(before, "database")
  if (!existsSync(after) || !existsSync(before) || existsSync(database) === existsSync(kept)) return null
  if (existsSync(kept)) await rename(kept, database)
  await rm(before, { recursive: true, force: true })
  return after
}

/** Removes what upgrades and ways back kept, or left when they were killed, for longer than so many days: whoever deleted an account is still in there. */
export async function forgetCopies(dataDir: string, days: number, now: Date): Promise<void> {
  const { before, old, after } = places(dataDir)
  for (const folder of [before, `${before}.new`, old, after, join(dataDir, "rehearsal")]) {
    const keptAt = (await stat(folder).catch(() => null))?.mtimeMs
    if (keptAt !== undefined && now.getTime() - keptAt > days * 86_400_000) {
      await rm(folder, { recursive: true, force: true })
    }
  }
}
