import "@fastify/multipart"
import type { FastifyRequest } from "fastify"
import { UploadFields } from "#contract/hosted/files.ts"
import { AppError } from "#server/platform/errors.ts"

/** A multipart form that was read: its file is in storage by then. */
export interface Form<Kept> {
  /** By name; brackets of lists are left out. */
  fields: ReadonlyMap<string, readonly string[]>
  file: { name: string; kept: Kept } | null
}

/** More than any form of ours has; what is above ends the call. */
const formLimits = { fields: 120, fieldSize: 1_024, fieldNameSize: 100, files: 1, parts: 121, headerPairs: 20 } as const

/**
 * Reads a form as it arrives; fields may come before and after the file (docs/hosted-backend.md#addresses-and-bodies).
 * @param keep takes the file's bytes; it must read all of them
 * @throws AppError `storage_invalid_file_size` for a longer file, `general_bad_request` for a form that cannot be read
 */
export async function readForm<Kept>(
  request: FastifyRequest,
  maxFileBytes: number,
  keep: (body: AsyncIterable<Uint8Array>) => Promise<Kept>,
): Promise<Form<Kept>> {
  if (!request.isMultipart()) throw noFile()
  const fields = new Map<string, string[]>()
  let file: Form<Kept>["file"] = null
  let ours: unknown = null
  try {
    for await (const part of request.parts({ limits: { ...formLimits, fileSize: maxFileBytes + 1 } })) {
      if (part.type === "field") {
        const name = part.fieldname.replace(/\[\d{0,4}\]$/, "")
        fields.set(name, [...(fields.get(name) ?? []), String(part.value)])
        continue
      }
      if (part.fieldname.replace(/\[\]$/, "") !== "file") {
        part.file.resume()
        continue
      }
      file = {
        name: part.filename,
        kept: await keep(limited(part.file, maxFileBytes)).catch((error: unknown) => {
          ours = error
          throw error
        }),
      }
    }
  } catch (error) {
    // What storing throws is ours, unless the form broke off below it; all else the parser did not understand.
    const isOurs = error === ours && !isSendersFault(error, request)
    if (error instanceof AppError || isOurs) throw error
    throw new AppError("general_bad_request", "The form cannot be read.", { cause: error })
  }
  return { fields, file }
}

async function* limited(body: AsyncIterable<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const bytes of body) {
    size += bytes.length
    if (size > maxBytes) {
      throw new AppError("storage_invalid_file_size", `At most ${maxBytes} bytes are taken in one call.`)
    }
    yield bytes
  }
}

/** The parser's own errors and a line that broke off, as they come out of what reads the file. */
function isSendersFault(error: unknown, request: FastifyRequest): boolean {
  if (request.raw.destroyed && !request.raw.complete) return true
  if (!(error instanceof Error)) return false
  const code = "code" in error ? String(error.code) : ""
  return (
    /^FST_|PREMATURE_CLOSE/.test(code) || /multipart|part terminated|boundary|malformed|header/i.test(error.message)
  )
}

export function noFile(): AppError {
  return new AppError("storage_file_empty", "There is no file in this request, or it is empty.")
}

/**
 * The fields of an upload, checked.
 * @throws AppError `general_argument_invalid`
 */
export function readUploadFields(form: Pick<Form<unknown>, "fields">) {
  const result = UploadFields.safeParse({
    fileId: form.fields.get("fileId")?.[0],
    permissions: form.fields.get("permissions"),
  })
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new AppError("general_argument_invalid", `Invalid \`${String(issue?.path[0])}\` param: ${issue?.message}`)
}
