import { domainToASCII } from "node:url"
import { type Kysely, sql } from "kysely"

interface Row {
  id: string
  email: string
}

/**
 * Writes every address with its domain as it is sent (`xn--`), as new ones are. Where two accounts had one address in two
 * ways of writing, the one that confirmed it gets it, of several the oldest. The other keeps what it had as an unconfirmed
 * note, which signs in nowhere and loses nothing; both are named, for an operator to join or to change.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<Row>`
    select id, email from accounts where email is not null order by is_email_verified desc, created_at, id`.execute(db)
  const holders = new Map<string, string>()
  for (const { id, email } of rows) {
    const address = asSent(email)
    const holder = holders.get(address)
    if (holder === undefined) holders.set(address, id)
    else {
      await sql`update accounts set is_email_verified = false where id = ${id}`.execute(db)
      process.stderr.write(
        `Accounts ${holder} and ${id} had one e-mail address in two ways of writing: ${holder} has it now.\n`,
      )
    }
  }
  const owners = new Set(holders.values())
  // Whoever holds the sent form and is not its owner gives it up first: it stays readable, and is nobody's way in.
  const taken = rows.filter(({ id, email }) => !owners.has(id) && asSent(email) === email)
  for (const { id, email } of taken) {
    await sql`update accounts set email = ${`double-${id}:${email}`} where id = ${id}`.execute(db)
  }
  for (const { id, email } of rows) {
    if (owners.has(id) && asSent(email) !== email) {
      await sql`update accounts set email = ${asSent(email)} where id = ${id}`.execute(db)
    }
  }
  const { rows: identities } = await sql<Row>`
    select id, provider_email as email from identities where provider_email <> ''`.execute(db)
  for (const { id, email } of identities) {
    if (asSent(email) !== email) {
      await sql`update identities set provider_email = ${asSent(email)} where id = ${id}`.execute(db)
    }
  }
}

/** @returns the address as it is for a domain that cannot be sent at all */
function asSent(email: string): string {
  const at = email.lastIndexOf("@")
  const domain = domainToASCII(email.slice(at + 1))
  return domain === "" ? email : `${email.slice(0, at).normalize("NFC")}@${domain}`
}
