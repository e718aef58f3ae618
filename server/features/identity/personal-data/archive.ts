import type { Readable } from "node:stream"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import type { Services } from "#server/declarations/services.ts"
import { zipStream } from "#server/platform/documents/zip-stream.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { copyMark, markName } from "./carried-copy.ts"

/**
 * Everything kept of a person as a ZIP: records as JSON, then every picture and file, one after the other. It is
 * written while it is read, so that memory stays flat.
 * @returns the bytes; destroying the stream ends the reading
 */
export function archiveOf(s: Services, person: Person, personalData: readonly PersonalData[]): Readable {
  return zipStream(
    async (zip) => {
      const mark = { ...copyMark, from: s.config.publicUrl, madeAt: new Date().toISOString() }
      zip.addText(markName, JSON.stringify(mark, null, 2))
      for (const data of personalData) {
        for await (const { name, value } of data.records?.(s, person) ?? []) {
          zip.addText(name, JSON.stringify(value, null, 2))
        }
      }
      for (const data of personalData) {
        for await (const { name, createdAt, open } of data.bytes?.(s, person) ?? []) {
          const body = await open()
          if (body) await zip.addFile(name, body, { mtime: createdAt })
        }
      }
    },
    (error) => s.log.error({ err: error, accountId: person.accountId }, "an archive broke off"),
  )
}
