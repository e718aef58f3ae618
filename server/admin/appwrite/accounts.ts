import { z } from "zod"
import { Preferences } from "#contract/identity/account.ts"
import { EmailAddress } from "#contract/primitives.ts"
import { commandLine } from "#server/admin/command/command.ts"
import type { Tally } from "#server/admin/command/tally.ts"
import { type Db, type Tx, transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import {
  adoptState,
  findAccountBy,
  findArrived,
  insertAccount,
  isAwaited,
  isTaken,
  noteArrived,
} from "#server/features/identity/accounts/service.ts"
import { writeLog } from "#server/features/identity/activity/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId, sha256 } from "#server/platform/ids.ts"
import { isKeepable } from "#server/platform/security/passwords.ts"
import { type AppwriteReader, plainName, rowsOf } from "./reader.ts"

/** Which account here somebody's things go to, by their account's id there. */
export type Owners = ReadonlyMap<string, string>

/** What an account there says of itself; what cannot be read counts as not said, so that it opens nothing. */
const User = z.object({
  $id: z.string(),
  email: EmailAddress.nullable().catch(null),
  name: z.string().catch(""),
  emailVerification: z.boolean().catch(false),
  status: z.boolean().catch(false),
  password: z.string().catch(""),
  prefs: Preferences.nullable().catch(null),
  labels: z.array(z.unknown()).catch([]),
  phone: z.string().catch(""),
  mfa: z.boolean().catch(false),
})
type User = z.output<typeof User>

/** What becomes of one: new, into an account that is here, came before, or nothing. */
type Decision =
  | { do: "make"; email: string }
  | { do: "join" | "know"; accountId: string }
  | { do: "leave"; why: string }

export interface AccountImport {
  s: Services
  reader: AppwriteReader
  project: string
  tally: Tally
  /** True: nothing is written. */
  isLook: boolean
  /** Prints a line for the operator. */
  say(line: string): void
}

/**
 * Takes in the accounts of a project, each in a commit of its own, so that a run which ends on the way goes on with the next.
 * Credits, roles and labels stay behind.
 * @returns whose things are taken in next
 */
export async function takeInAccounts(job: AccountImport): Promise<Owners> {
  const { s, reader, project, tally, isLook } = job
  const owners = new Map<string, string>()
  for await (const row of rowsOf(reader, "/users", "users")) {
    const user = User.parse(row)
    const originHash = sha256(`${project} ${user.$id}`)
    const { decision, accountId } = isLook ? await look(s.db, user, originHash) : await takeInOne(s, user, originHash)
    if (decision.do === "leave") tally.left("accounts", decision.why, { id: user.$id })
    else owners.set(user.$id, accountId)
    if (decision.do === "know") tally.left("accounts", "they are here already")
    if (decision.do === "join") tally.came("accounts, into those with the same confirmed address")
    if (decision.do === "make") tellMade(user, tally)
  }
  return owners
}

async function look(db: Db, user: User, originHash: Buffer) {
  const decision = await decide(db, user, originHash)
  return { decision, accountId: "accountId" in decision ? decision.accountId : "" }
}

/** Decides anew where somebody else made the account at the same moment. */
async function takeInOne(s: Services, user: User, originHash: Buffer) {
  const attempt = () => transact(s.db, (tx) => takeIn(s, tx, user, originHash))
  return attempt().catch((error: unknown) => {
    const isMeanwhile = error instanceof AppError && error.type === "user_already_exists"
    if (isMeanwhile || isTaken(error)) return attempt()
    throw error
  })
}

async function takeIn(s: Services, tx: Tx, user: User, originHash: Buffer) {
  const decision = await decide(tx, user, originHash)
  let accountId = "accountId" in decision ? decision.accountId : ""
  if (decision.do === "make") accountId = await make(s, tx, user, decision.email)
  if (decision.do === "make" || decision.do === "join") {
    await noteArrived(tx, { originHash, accountId })
    await writeLog(tx, accountId, "user.import", commandLine)
  }
  return { decision, accountId }
}

/** The same rule as for a person's own copy: an address is somebody's only where it was confirmed, on both sides. */
async function decide(db: Db, user: User, originHash: Buffer): Promise<Decision> {
  const arrived = await findArrived(db, originHash)
  if (arrived) {
    return arrived.accountId === null
      ? { do: "leave", why: "they were deleted here since they came" }
      : { do: "know", accountId: arrived.accountId }
  }
  const { email } = user
  if (email === null) return { do: "leave", why: "they have no e-mail address that can be kept" }
  const account = await findAccountBy(db, "email", email)
  if (!account) return { do: "make", email }
  if (account.isBlocked) return { do: "leave", why: "the account with this address is blocked here" }
  if (!user.status)
    return { do: "leave", why: "they are blocked there, and there is an account with this address here" }
  if (!user.emailVerification) {
    return { do: "leave", why: "there is an account with this address here, and it was not confirmed there" }
  }
  if (account.isEmailVerified || (await isAwaited(db, account.id))) return { do: "join", accountId: account.id }
  return { do: "leave", why: "there is an account with this address here that nobody confirmed yet" }
}

async function make(s: Services, tx: Tx, user: User, email: string): Promise<string> {
  const { $id, name, password, prefs, status } = user
  const passwordHash = isKeepable(password) ? password : null
  const account = { email, phone: null, name: plainName(name).slice(0, 128).toWellFormed().trim(), passwordHash }
  const insert = (id: string) => insertAccount(s, tx, { ...account, id }, commandLine, { hasAgreed: false })
  const { $id: id } = await insert($id).catch((error: unknown) => {
    // The id is, or was, somebody else's here.
    if (error instanceof AppError && error.type === "user_already_exists") return insert(newId())
    throw error
  })
  // Who is to be the first operator proves the mailbox here.
  const isEmailVerified = user.emailVerification && email !== s.config.firstOperatorEmail
  await adoptState(s, tx, { id, email, isEmailVerified, isBlocked: !status, prefs: prefs ?? {} })
  return id
}

function tellMade(user: User, tally: Tally): void {
  const { password, status, emailVerification, labels, phone, mfa, prefs } = user
  tally.came("accounts, new here")
  tally.came(isKeepable(password) ? "… with their password" : '… without a password: "Forgot password" lets them in')
  if (!status) tally.came("… blocked, as they are there")
  if (!emailVerification) tally.came("… whose address is to be confirmed here, as it was not there")
  if (prefs === null) tally.left("preferences", "they are too large, or no preferences")
  if (labels.length > 0) tally.left("labels", "they mean nothing here", { id: user.$id })
  if (phone !== "") tally.left("phone numbers", "a number is confirmed where it is used")
  if (mfa) tally.left("second factors", "they are set up anew here", { id: user.$id })
}
