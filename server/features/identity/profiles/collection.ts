import { sql } from "kysely"
import { type ProfileField, profileFields } from "#contract/identity/profile-fields.ts"
import { WritableProfile } from "#contract/identity/profiles.ts"
import { type Collection, type Condition, collection } from "#server/declarations/collection.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { withCountryCode } from "#server/platform/text/phone-numbers.ts"
import { countryOfProfile, ensureProfile } from "./service.ts"

type Column = keyof typeof profileFields

const attributes = Object.fromEntries(
  Object.entries<ProfileField>(profileFields).map(([name, field]) => [name, { ...field, column: name as Column }]),
)

function isOwn(caller: Person): Condition {
  return sql`document.account_id = ${caller.accountId}`
}

/** A person's own profile. The server makes it with the account; what grants anything is the server's alone. */
export const profilesCollection: Collection = collection({
  id: "profiles",
  table: "profiles",
  owner: "accountId",
  operators: ["owner", "finance", "admissions", "support"],
  attributes,
  readable: (caller) => (caller.kind === "person" ? [isOwn(caller)] : []),
  permissions: sql`json_build_array(
    'read("user:' || document.account_id || '")',
    'update("user:' || document.account_id || '")')`,
  repair: (s, caller) => ensureProfile(s, caller.accountId),
  async claim(s, caller) {
    await ensureProfile(s, caller.accountId)
    const own = await s.db
      .selectFrom("profiles")
      .select("id")
      .where("accountId", "=", caller.accountId)
      .executeTakeFirst()
    if (!own) throw new AppError("user_unauthorized", "There is no account to make a profile for.")
    return own.id
  },
  update: {
    isAllowed: isOwn,
    schema: WritableProfile,
    async complete(tx, id, values) {
      const { phoneNumber, country } = values
      if (typeof phoneNumber !== "string") return { ...values }
      const known = typeof country === "string" ? country : await countryOfProfile(tx, id)
      return { ...values, phoneNumber: withCountryCode(phoneNumber, known) }
    },
  },
})
