import { type Kysely, sql } from "kysely"
import { parsePhoneNumberFromString } from "libphonenumber-js/min"

interface Row {
  id: string
  phone: string
  isConfirmed: boolean
}

/**
 * Writes every account's number in the one way (E.164). Where two accounts confirmed the same number written differently,
 * the one that has no other way in keeps it as confirmed, of several the oldest; the others keep it as a note.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Row>`
    select id, phone, is_phone_verified as "isConfirmed" from accounts where phone is not null
    order by (password_hash is null and not is_email_verified) desc, created_at, id`.execute(db)
  const changed = rows.filter(({ phone }) => international(phone) !== phone)
  const numbers = new Set(changed.map(({ phone }) => international(phone)))
  const holders = new Map<string, string>()
  for (const { id, phone, isConfirmed } of rows) {
    const number = international(phone)
    if (!(isConfirmed && numbers.has(number))) continue
    if (holders.has(number)) await sql`update accounts set is_phone_verified = false where id = ${id}`.execute(db)
    else holders.set(number, id)
  }
  for (const { id, phone } of changed) {
    await sql`update accounts set phone = ${international(phone)} where id = ${id}`.execute(db)
  }
}

function international(phone: string): string {
  const number = parsePhoneNumberFromString(phone)
  return number?.isPossible() ? number.number : phone
}
