import { Readable } from "node:stream"
import { finished } from "node:stream/promises"
import { ZipFile } from "yazl"
import type { PersonalData } from "#server/personal-data.ts"
import type { Person } from "#server/platform/caller.ts"
import type { Services } from "#server/services.ts"

/**
 * Everything kept of a person as a ZIP: records as JSON, then every picture and file, one after the other. It is
 * written while it is read, so that memory stays flat.
 * @returns the bytes; destroying the stream ends the reading
 */
export function archiveOf(s: Services, person: Person, personalData: readonly PersonalData[]): Readable {
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream, { objectMode: false })
  const end = new AbortController()
  output.once("close", () => end.abort())
  fill(zip, s, person, personalData, end.signal).catch((error) => {
    if (end.signal.aborted) return
    s.log.error({ err: error, accountId: person.accountId }, "an archive broke off")
    output.destroy(error)
  })
  return output
}

async function fill(
  zip: ZipFile,
  s: Services,
  person: Person,
  personalData: readonly PersonalData[],
  signal: AbortSignal,
): Promise<void> {
  for (const data of personalData) {
    for await (const { name, value } of data.records?.(s, person) ?? []) {
      zip.addBuffer(Buffer.from(JSON.stringify(value, null, 2)), name)
    }
  }
  for (const data of personalData) {
    for await (const { name, createdAt, open } of data.bytes?.(s, person) ?? []) {
      const body = await open()
      if (body) await add(zip, body, name, createdAt, signal)
    }
  }
  zip.end()
}

/** Pictures are compressed already, so they are only stored. */
async function add(zip: ZipFile, body: Readable, name: string, mtime: Date, signal: AbortSignal): Promise<void> {
  zip.addReadStream(body, name, { compress: false, mtime })
  try {
    await finished(body, { signal, writable: false })
  } finally {
    body.destroy()
  }
}
