import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { type ProfileField, profileFields } from "#contract/identity/profile-fields.ts"
import { openTestApp, type TestApp } from "#server/testing/test-app.ts"

/** Columns that every document has, and the order of rows. */
const ownColumns = ["id", "created_at", "updated_at", "sequence"]

interface Column {
  name: string
  type: string
  isNullable: boolean
}

let t: TestApp

beforeAll(async () => {
  t = await openTestApp({ hasWorker: false })
})
afterAll(() => t.close())

async function columnsOf(table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select column_name as name, data_type as type, is_nullable = 'YES' as "isNullable"
    from information_schema.columns where table_schema = 'public' and table_name = ${table}`.execute(t.s.db)
  return rows
}

/** What the declaration and the table do not agree on, with what to do. */
function differences(fields: Readonly<Record<string, ProfileField>>, columns: readonly Column[]): string[] {
  const declared = Object.entries(fields).map(([name, { type, isNullable = false }]) => ({
    name: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    type,
    isNullable,
  }))
  const wrong = declared.flatMap((field) => {
    const column = columns.find(({ name }) => name === field.name)
    const command = `npm run db:new -- profile-${field.name.replaceAll("_", "-")}`
    if (!column) return [`The table profiles has no column ${field.name}: ${command}`]
    if (column.type === field.type && column.isNullable === field.isNullable) return []
    return [`The column ${field.name} of profiles has another type than its declaration: ${command}`]
  })
  const known = new Set([...ownColumns, ...declared.map(({ name }) => name)])
  const undeclared = columns.filter(({ name }) => !known.has(name))
  return [...wrong, ...undeclared.map(({ name }) => `contract/identity/profile-fields.ts does not declare ${name}`)]
}

test("the declaration of a profile and its table agree", async () => {
  expect(differences(profileFields, await columnsOf("profiles"))).toEqual([])
})

test("a field without a migration is told with the command that begins one", async () => {
  const columns = await columnsOf("profiles")
  expect(differences({ ...profileFields, shopName: { type: "text", isNullable: true } }, columns)).toEqual([
    "The table profiles has no column shop_name: npm run db:new -- profile-shop-name",
  ])
  expect(differences({ ...profileFields, stage: { type: "boolean" } }, columns)).toEqual([
    "The column stage of profiles has another type than its declaration: npm run db:new -- profile-stage",
  ])
  const { country: _, ...others } = profileFields
  expect(differences(others, columns)).toEqual(["contract/identity/profile-fields.ts does not declare country"])
})

test("every field is in the person's document", async () => {
  const person = await t.signUp()
  const reply = await t.request("GET", "/v1/databases/main/collections/profiles/documents", { person })
  expect(Object.keys(reply.json().documents[0])).toEqual(expect.arrayContaining(Object.keys(profileFields)))
})
