import { RecordId } from "#contract/primitives.ts"
import { type ActingContext, type AdminContext, AdminError, need } from "#server/admin/command/command.ts"
import { createTally } from "#server/admin/command/tally.ts"
import { transact } from "#server/db/open.ts"
import { takeInAccounts } from "./accounts.ts"
import { openAppwriteApi } from "./api.ts"
import { takeInDocuments } from "./documents.ts"
import { takeInFiles } from "./files.ts"
import { openAppwriteFolder } from "./folder.ts"
import type { AppwriteReader } from "./reader.ts"

/** Where the key stands; never among the words of a command, which other programs of the machine can read. */
export const appwriteKeyName = "APPWRITE_API_KEY"

/**
 * Takes a project's accounts, documents and files into this installation. What came in stays when it ends on the way; the
 * same command goes on from there.
 * @param args address of the API or a folder, the project, and maybe `--look`
 */
export async function importAppwrite(context: ActingContext, args: readonly string[]): Promise<void> {
  const { s, say, log } = context
  const isLook = args.includes("--look")
  const words = args.filter((word) => word !== "--look")
  const from = need(words, 0, "the address of the API, or a folder")
  const project = need(words, 1, "the id of the project there")
  if (!RecordId.safeParse(project).success) throw new AdminError("Please give the id of the project there.")
  const there = openReader(context, from, project)
  const begin = () => transact(s.db, (tx) => log(tx, { detail: { about: project, from: there.name } }))
  const reader = isLook ? there : afterFirstAnswer(there, begin)
  const tally = createTally(isLook ? "would come" : "came in")
  const job = { s, say, reader, project, tally, isLook }
  let isWhole = false
  try {
    const owners = await takeInAccounts(job)
    await takeInFiles(job, owners, await takeInDocuments(job, owners))
    isWhole = true
  } finally {
    for (const line of tally.lines()) say(`  ${line}`)
    if (!isWhole && !isLook) say("It ended on the way. What came in stays; run the command again to go on.")
  }
  say(isLook ? `Nothing was written. Files are checked when they come.` : `${project} of ${reader.name} is taken in.`)
}

/** Does something once the project has answered: a wrong key or address ends the command before a line says that it began. */
function afterFirstAnswer(reader: AppwriteReader, begin: () => Promise<void>): AppwriteReader {
  let hasBegun = false
  return {
    ...reader,
    async page(path, start) {
      const answer = await reader.page(path, start)
      if (!hasBegun) await begin()
      hasBegun = true
      return answer
    },
  }
}

function openReader({ s, given }: AdminContext, from: string, project: string): AppwriteReader {
  if (!/^https?:\/\//i.test(from)) return openAppwriteFolder(from)
  const key = given?.[appwriteKeyName] ?? ""
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new AdminError(`Please put the key into the environment, as ${appwriteKeyName}.`)
  return openAppwriteApi(s, { address: from, project, key })
}
