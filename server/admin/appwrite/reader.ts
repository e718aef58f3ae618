import { z } from "zod"
import { RecordId } from "#contract/primitives.ts"
import { AdminError } from "#server/admin/command/command.ts"

/** Rows of one answer of a list. */
export const pageRows = 100

/** Where a page begins: its number from 0, and the id of the last row before it. */
export interface PageStart {
  number: number
  after: string | null
}

/** What an Appwrite project has, from its server or from a folder with the same answers. */
export interface AppwriteReader {
  /** Where it is read, in words. */
  name: string
  /**
   * One answer of a list.
   * @param path below the address of the API, such as `/users`
   * @returns null behind the last page of a folder
   * @throws AdminError when it cannot be had
   */
  page(path: string, start: PageStart): Promise<unknown>
  /**
   * The content of a file.
   * @throws AppError `storage_file_not_found`, `storage_invalid_file_size` @throws AdminError when it cannot be had
   */
  bytes(path: string, maxBytes: number): Promise<Buffer>
}

const Row = z.looseObject({ $id: RecordId })

/** A user, document, file, collection or bucket, as it came. */
export type Row = z.output<typeof Row>

/** Reads a list page after page, until one is empty. @param key what its rows stand under, such as `users` */
export async function* rowsOf(reader: AppwriteReader, path: string, key: string): AsyncGenerator<Row> {
  let before = new Set<string>()
  for (let start: PageStart = { number: 0, after: null }; ; ) {
    const page = await readPage(reader, path, key, start)
    const last = page.rows.at(-1)
    if (!last) return
    // What moved from one page to the next while they were read comes twice.
    const fresh = page.rows.filter(({ $id }) => !before.has($id))
    if (fresh.length === 0) throw new AdminError(`${reader.name} answered ${path} with the same page twice.`)
    yield* fresh
    before = new Set(page.rows.map(({ $id }) => $id))
    start = { number: start.number + 1, after: last.$id }
  }
}

/** How many rows a list has; Appwrite counts up to 5,000. */
export async function countRows(reader: AppwriteReader, path: string, key: string): Promise<number> {
  const { rows, total } = await readPage(reader, path, key, { number: 0, after: null })
  return Math.max(rows.length, total)
}

const Total = z.object({ total: z.number() })

async function readPage(reader: AppwriteReader, path: string, key: string, start: PageStart) {
  const answer = await reader.page(path, start)
  if (answer === null) return { rows: [], total: 0 }
  const read = z.object({ [key]: z.array(Row) }).safeParse(answer)
  if (!read.success) {
    const [issue] = read.error.issues
    const what = `${issue?.path.join(".")}: ${issue?.message}`
    throw new AdminError(`${reader.name} answered ${path} with something else: ${what}`)
  }
  return { rows: read.data[key] ?? [], total: Total.safeParse(answer).data?.total ?? 0 }
}

/** A name as it can be kept here: without half letters and characters that steer a screen. */
export function plainName(name: string): string {
  return name
    .toWellFormed()
    .replace(/\p{Cc}+/gu, " ")
    .trim()
}
