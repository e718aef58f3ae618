import { readdirSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

const folder = fileURLToPath(new URL("../../server/db/migrations/", import.meta.url))
const name = process.argv[2] ?? ""

if (!/^[a-z][a-z0-9-]{2,40}$/.test(name)) {
  process.stderr.write("Usage: npm run db:new -- add-something (small letters, digits and dashes)\n")
  process.exit(1)
}

const last = Math.max(0, ...readdirSync(folder).map((file) => Number.parseInt(file, 10) || 0))
const path = `${folder}${String(last + 1).padStart(4, "0")}-${name}.ts`
writeFileSync(
  path,
  `import { type Kysely, sql } from "kysely"

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql\`select 1\`.execute(db)
}
`,
)
process.stdout.write(`${path}\n`)
