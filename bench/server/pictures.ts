import { sql } from "kysely"
import { type Db, transact } from "#server/db/open.ts"
import { encodeSession } from "#server/features/identity/sessions/cookie-value.ts"
import { grant, openCredits } from "#server/features/money/credits/service.ts"
import { sha256 } from "#server/platform/ids.ts"

const secret = "s".repeat(64)

export function personOf(n: number, people: number): string {
  return `person-${n % people}`
}

/** Value of the Cookie header that signs a person in. */
export function cookieOf(accountId: string): string {
  return `a_session_aworan=${encodeURIComponent(encodeSession({ accountId, secret: accountId + secret }))}`
}

/** Makes people who are signed in and have credits, straight in the database. */
export async function fillPeople(db: Db, people: { from: number; to: number }): Promise<void> {
  await transact(db, async (tx) => {
    for (let n = people.from; n < people.to; n++) {
      const id = `person-${n}`
      const account = { id, email: `${id}@example.com`, name: "Ada", phone: null }
      await tx
        .insertInto("accounts")
        .values({ ...account, passwordHash: null, passwordUpdatedAt: null, isEmailVerified: true })
        .execute()
      const profile = { id: `profile-${n}`, accountId: id, email: account.email, name: account.name, imageUrl: "" }
      const details = { phoneNumber: "+2348031234567", country: "Nigeria", state: "Lagos" }
      await tx
        .insertInto("profiles")
        .values({ ...profile, ...details, cohort: "2", stage: "prospect" })
        .execute()
      await openCredits(tx, id)
      await grant(tx, { accountId: id, amount: 1_000, purpose: `bench:${id}`, note: "" })
      const session = { id: `session-${n}`, accountId: id, secretHash: sha256(id + secret), provider: "email" }
      const visitor = { providerUid: "", ip: "127.0.0.1", userAgent: "", countryCode: "ng" }
      await tx
        .insertInto("sessions")
        .values({ ...session, ...visitor, expiresAt: new Date(Date.now() + 86_400_000) })
        .execute()
    }
  })
}

export interface PictureRows {
  /** Numbers of the pictures: the first, and the one after the last. */
  from: number
  to: number
  /** Each in turn owns a picture. */
  people: number
  /** One of how many is private; 1 makes all of them private. */
  privateOf: number
}

/** Rows written by one statement. */
const rowsAtOnce = 20_000

/** Makes pictures, the higher numbers older. */
export async function fillPictures(db: Db, { from, to, people, privateOf }: PictureRows): Promise<void> {
  await sql`insert into runs (id, account_id, kind, title, input, count, fee_credits, body_hash, status)
    select 'order-' || n, 'person-' || n, 'picture', 'Flux 1.1 Pro', '{}', 1, 1, '', 'ready'
    from generate_series(0, ${people - 1}::int) n on conflict do nothing`.execute(db)
  // In parts, each of them within the time that a statement of the product may take.
  for (let start = from; start < to; start += rowsAtOnce) {
    const end = Math.min(to, start + rowsAtOnce) - 1
    await sql`insert into generations (id, run_id, position, account_id, prompt, sent_prompt, mode, aspect_ratio,
        is_public, storage_key, mime_type, width, height, byte_size, placeholder, created_at)
      select 'picture-' || n, 'order-' || (n % ${people}::int), n, 'person-' || (n % ${people}::int),
        'a chair of oak by a window, number ' || n, 'a chair of oak by a window, number ' || n, 'flux1.1-pro', '1:1',
        n % ${privateOf}::int > 0, 'k', 'image/webp', 1024, 1024, 100000, repeat('x', 300),
        now() - n * interval '1 second'
      from generate_series(${start}::int, ${end}::int) n`.execute(db)
  }
  await sql`vacuum analyze generations_with_trash`.execute(db)
}

/** The list call of collections that both SDK generations send. */
export const picturesPath = "/v1/databases/main/collections/generations/documents"

export function query(...parts: string[]): string {
  return parts.map((part, n) => `queries[${n}]=${encodeURIComponent(part)}`).join("&")
}

export const newest = 'orderDesc("$createdAt")'

/** Address of a person's newest 25 pictures with their number. */
export function ownNewest(accountId: string): string {
  return `${picturesPath}?${query(`equal("creator", ["${accountId}"])`, newest, "limit(25)")}`
}
