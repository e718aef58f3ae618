import { collections } from "#server/composition/collections.ts"
import { personalDataSources } from "#server/composition/personal-data-sources.ts"
import { type Db, transact } from "#server/db/open.ts"
import type { Arrival, WriteArrival } from "#server/declarations/personal-data.ts"
import { findAccountBy, insertAccount, isAwaited } from "#server/features/identity/accounts/service.ts"
import { writeLog } from "#server/features/identity/activity/service.ts"
import { openCopy } from "#server/features/identity/personal-data/service.ts"
import { newId } from "#server/platform/ids.ts"
import { addressHere } from "./address-here.ts"
import { type ActingContext, AdminError, commandLine } from "./command/command.ts"
import { roomOf } from "./command/room.ts"
import { leftOut } from "./left-out.ts"

type Copy = Awaited<ReturnType<typeof openCopy>>

/** Takes in a copy. @param path of the ZIP */
export async function importPerson(context: ActingContext, path: string): Promise<void> {
  const copy = await openCopy(path)
  try {
    await takeIn(context, copy)
  } finally {
    await copy.close()
  }
}

async function takeIn({ s, say, log }: ActingContext, copy: Copy): Promise<void> {
  const { email, name, from } = copy
  const accountId = await findOwner(s.db, email)
  const [came, left]: [string[], string[]] = [[], []]
  const undos: (() => Promise<void>)[] = []
  const known = { pictures: new Map<string, string>(), uploads: new Map<string, string>() }
  const arrival: Arrival = {
    copy,
    accountId,
    ...known,
    addressHere: (address) => addressHere(address, { from, publicUrl: s.config.publicUrl, ...known }),
    came: (what, count) => count > 0 && came.push(`${what} (${count})`),
    left: (what, count, why) => count > 0 && left.push(`${what} (${count}): ${why}`),
    tell: (line) => say(`  so far    ${line}`),
    onFailure: (undo) => undos.push(undo),
  }
  let room = ""
  const sources = personalDataSources(collections)
  try {
    const writes: WriteArrival[] = []
    for (const source of sources) if (source.takeIn) writes.push(await source.takeIn(s, arrival))
    await transact(s.db, async (tx) => {
      const owner = await findOwner(tx, email)
      if (owner !== accountId) throw new AdminError(`The account of ${email} changed meanwhile. Please try again.`)
      const id = owner ?? newId()
      if (owner === null) {
        const account = { id, email, phone: null, name, passwordHash: null }
        await insertAccount(s, tx, account, commandLine, { hasAgreed: false })
      }
      await writeLog(tx, id, "user.import", commandLine)
      await log(tx, { subjectId: id, detail: { about: from } })
      for (const write of writes) await write(tx, id)
      const { kept, most, isOver } = await roomOf(tx, id)
      if (isOver) {
        const why = `With this copy the person would keep ${kept}, and may keep ${most}.`
        throw new AdminError(`There is no room for more files. ${why}`)
      }
      room = `${kept} are kept now, of ${most}`
    })
  } catch (error) {
    for (const undo of undos) {
      await undo().catch((failure) => s.log.warn({ err: failure }, "files of a copy were left to the sweep"))
    }
    throw error
  }
  say(`The copy of ${email} from ${from} is taken in.`)
  say(
    accountId === null
      ? `An account is made: it has no password, and ${email} is to be confirmed. "Forgot password" or a link by e-mail lets the person in.`
      : `It went into the account with this address.`,
  )
  for (const line of came) say(`  came in   ${line}`)
  for (const line of [...left, ...(await leftOut(copy, sources))]) say(`  left out  ${line}`)
  say(`  room      ${room}`)
}

/**
 * Whose the copy is here.
 * @returns null when nobody has the address yet
 * @throws AdminError for an account that did not prove the address, which may be somebody else's, or is blocked
 */
async function findOwner(db: Db, email: string): Promise<string | null> {
  const account = await findAccountBy(db, "email", email)
  if (!account) return null
  if (account.isBlocked) throw new AdminError(`The account of ${email} is blocked here.`)
  if (account.isEmailVerified || (await isAwaited(db, account.id))) return account.id
  throw new AdminError(
    `There is an account with ${email} here whose address nobody confirmed yet. Confirm it, then take the copy in.`,
  )
}
