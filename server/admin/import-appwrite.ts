import { RecordId } from "#contract/primitives.ts"
import { takeInAccounts } from "./appwrite-accounts.ts"
import { openAppwriteApi } from "./appwrite-api.ts"
import { takeInDocuments } from "./appwrite-documents.ts"
import { takeInFiles } from "./appwrite-files.ts"
import { openAppwriteFolder } from "./appwrite-folder.ts"
import type { AppwriteReader } from "./appwrite-reader.ts"
import { type AdminContext, AdminError, need } from "./command.ts"
import { createTally } from "./tally.ts"

/** Where the key stands; never among the words of a command, which other programs of the machine can read. */
export const appwriteKeyName = "APPWRITE_API_KEY"

/**
 * Takes a project's accounts, documents and files into this installation. What came in stays when it ends on the way; the
 * same command goes on from there.
 * @param args address of the API or a folder, the project, and maybe `--look`
 */
export async function importAppwrite(context: AdminContext, args: readonly string[]): Promise<void> {
  const { s, say } = context
  const isLook = args.includes("--look")
  const words = args.filter((word) => word !== "--look")
  const from = need(words, 0, "the address of the API, or a folder")
  const project = need(words, 1, "the id of the project there")
  if (!RecordId.safeParse(project).success) throw new AdminError("Please give the id of the project there.")
  const reader = openReader(context, from, project)
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

function openReader({ s, given }: AdminContext, from: string, project: string): AppwriteReader {
  if (!/^https?:\/\//i.test(from)) return openAppwriteFolder(from)
  const key = given?.[appwriteKeyName] ?? ""
  if (!/^[\x21-\x7e]+$/.test(key))
    throw new AdminError(`Please put the key into the environment, as ${appwriteKeyName}.`)
  return openAppwriteApi(s, { address: from, project, key })
}
