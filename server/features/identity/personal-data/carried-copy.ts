import { z } from "zod"
import { PlainText } from "#contract/primitives.ts"
import type { CarriedCopy } from "#server/declarations/personal-data.ts"
import { openZip, type ZipReader } from "#server/platform/documents/read-zip.ts"
import { AppError } from "#server/platform/errors.ts"

/** Stands in every copy, so that another installation knows what it has before it. */
export const copyMark = { format: "aworan-personal-data", version: 1 } as const

/** Name of the file with the mark. */
export const markName = "about.json"

/** Largest records of one kind, in bytes. */
const mostRecordBytes = 64_000_000

/** Largest picture or file, in bytes. */
const mostFileBytes = 64_000_000

const Mark = z.object({ format: z.literal(copyMark.format), version: z.number().int(), from: z.string() })

const AccountRecord = z.object({
  account: z.object({
    email: z.string().trim().toLowerCase(),
    name: PlainText.trim().max(128),
    emailVerification: z.boolean(),
  }),
})

/** A copy, and whose it is. */
export interface OpenCopy extends CarriedCopy {
  /** Address of the installation that made it. */
  from: string
  /** Confirmed there, in lower case. */
  email: string
  name: string
  /** Entries of a record that is a list, 1 for any other; for what is left out. */
  count(name: string): Promise<number>
  close(): Promise<void>
}

/**
 * Opens a person's copy that this or another installation made.
 * @param path of the ZIP
 * @throws AppError `general_argument_invalid` with what is wrong with it
 */
export async function openCopy(path: string): Promise<OpenCopy> {
  const zip = await openZip(path)
  try {
    const mark = await parse(zip, markName, z.unknown())
    if (mark === null || !Mark.safeParse(mark).success) {
      throw refused(
        "This ZIP is no copy of a person's data, or an older one than can be taken in. Please have it made anew.",
      )
    }
    const { version, from } = Mark.parse(mark)
    if (version > copyMark.version) throw refused(`This copy is of a newer version (${version}). Upgrade here first.`)
    const { account } = (await parse(zip, "account.json", AccountRecord)) ?? { account: null }
    if (!account) throw refused("The copy has no account in it.")
    const { email, name, emailVerification } = account
    if (!z.email().safeParse(email).success) throw refused("The account of the copy has no address to know it by.")
    if (!emailVerification) {
      throw refused(
        `${email} was not confirmed where the copy comes from. Confirm it there and have the copy made anew.`,
      )
    }
    return {
      from,
      email,
      name,
      names: zip.names,
      record: (file, schema) => parse(zip, file, schema),
      async bytes(file) {
        const bytes = await zip.read(file, mostFileBytes)
        if (!bytes) throw refused(`The copy has no ${file}.`)
        return bytes
      },
      async count(file) {
        const value = await parse(zip, file, z.unknown())
        return Array.isArray(value) ? value.length : 1
      },
      close: () => zip.close(),
    }
  } catch (error) {
    await zip.close()
    throw error
  }
}

async function parse<Schema extends z.ZodType>(
  zip: ZipReader,
  name: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const bytes = await zip.read(name, mostRecordBytes)
  if (!bytes) return null
  const value = readJson(name, bytes)
  const read = schema.safeParse(value)
  if (read.success) return read.data
  const [issue] = read.error.issues
  throw refused(`${name} of the copy cannot be taken in: ${issue?.path.join(".") || "all of it"}: ${issue?.message}`)
}

function readJson(name: string, bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"))
  } catch (cause) {
    throw refused(`${name} of the copy is no JSON.`, cause)
  }
}

function refused(message: string, cause?: unknown): AppError {
  return new AppError("general_argument_invalid", message, { cause })
}
