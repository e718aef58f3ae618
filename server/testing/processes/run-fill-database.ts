import { sql } from "kysely"
import { watchDiskSpace } from "#server/db/disk-space.ts"
import { openEmbedded } from "#server/db/open.ts"

/** Writes rows into an embedded database until the disk is full, and says after each how many are acknowledged. */
const [folder = "", task] = process.argv.slice(2)
const space = watchDiskSpace(folder, { keepsReserve: true, isWrittenTo: true, onChange: () => {} })
const { db } = await openEmbedded(`${folder}/database`, { space })
await sql`create table if not exists notes (body text)`.execute(db)
if (task === "count") {
  const { rows } = await sql<{ count: string }>`select count(*) from notes`.execute(db)
  process.stdout.write(`${rows[0]?.count}\n`)
  process.exit(0)
}
process.stdout.write("open\n")
for (let n = 1; ; n++) {
  // Kept out of the log's way: what fills the disk is the log itself.
  await sql`insert into notes select repeat(md5(random()::text), 6000)`.execute(db)
  process.stdout.write(`${n}\n`)
  await new Promise((resolve) => setImmediate(resolve))
}
