import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { ZodType } from "zod"
import { PreviewQuery } from "#contract/hosted/file-previews.ts"
import { FileParams } from "#contract/hosted/files.ts"
import { AppError } from "#server/platform/errors.ts"
import type { MountContext } from "#server/platform/mount.ts"
import { sendStored } from "#server/platform/send-stored.ts"
import type { Services } from "#server/services.ts"
import { bucketAt, extensionOf } from "./buckets.ts"
import { isPicture, servedAs } from "./content.ts"
import { derive, sharedCopy } from "./derived.ts"
import { openObjects, readWhole } from "./objects.ts"
import { inTurn } from "./pictures.ts"
import { fillIn, makeIcon, makePreview, outputTypes } from "./preview.ts"
import { readByteRange } from "./range.ts"
import { findReadable, needsCopy, type ReadableFile } from "./service.ts"

/** How long browsers keep a file and a preview, in seconds (contract §4.4, §4.5); ids never change their content. */
const fileSeconds = 45 * 86_400
const previewSeconds = 30 * 86_400

/** Pictures above this many bytes have no preview (contract §4.5). */
const maxPreviewedBytes = 20_000_000

/** The bytes of files, by cookie alone, as `<img>` asks for them. */
export function fileByteRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  const base = "/v1/storage/buckets/:bucketId/files/:fileId"
  const hide = { schema: { hide: true } } as const

  const readable = async (request: FastifyRequest): Promise<ReadableFile> => {
    const caller = await context.authenticate(request)
    const { bucketId, fileId } = read(FileParams, request.params)
    return findReadable(s, bucketAt(s.config, bucketId), caller, fileId)
  }
  app.get(`${base}/view`, hide, async (request, reply) => sendFile(s, request, reply, await readable(request), "view"))
  app.get(`${base}/download`, hide, async (request, reply) =>
    sendFile(s, request, reply, await readable(request), "download"),
  )
  app.get(`${base}/preview`, hide, async (request, reply) => {
    const file = await readable(request)
    const wanted = fillIn(read(PreviewQuery, request.query), extensionOf(file.name))
    const hasPreview = isPicture(file.mimeType) && Number(file.byteSize) <= maxPreviewedBytes
    const slot = `preview-${JSON.stringify(Object.values(wanted))}`
    const bytes = hasPreview
      ? await derive(s, file, slot, () =>
          inTurn(async () => makePreview(await readWhole(s.storage, file.pieces), file.mimeType, wanted)),
        )
      : await inTurn(() => makeIcon(wanted))
    return protect(reply, previewSeconds)
      .header("content-disposition", disposition("inline", `${file.name}.${wanted.output}`))
      .type(outputTypes[wanted.output])
      .send(bytes)
  })
}

async function sendFile(
  s: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  file: ReadableFile,
  use: "view" | "download",
): Promise<FastifyReply> {
  const copy = needsCopy(file) ? await sharedCopy(s, file) : null
  const size = copy?.length ?? Number(file.byteSize)
  const etag = `"${file.signature}${copy ? "-shared" : ""}"`
  const { type, isInline } = servedAs(file.mimeType, use)
  protect(reply, fileSeconds)
    .header("accept-ranges", "bytes")
    .header("content-disposition", disposition(isInline ? "inline" : "attachment", file.name))
    .header("etag", etag)
  if (request.headers["if-none-match"] === etag) return reply.code(304).send()
  const range = rangeOf(request, reply, size)
  if (range) reply.code(206).header("content-range", `bytes ${range.start}-${range.end}/${size}`)
  const { start, end } = range ?? { start: 0, end: size - 1 }
  reply.type(type).header("content-length", end - start + 1)
  if (copy) return reply.send(copy.subarray(start, end + 1))
  return sendStored(request, reply, await openObjects(s.storage, file.pieces, range ?? undefined))
}

function rangeOf(request: FastifyRequest, reply: FastifyReply, size: number): ReturnType<typeof readByteRange> {
  try {
    return readByteRange(request.headers.range, size)
  } catch (error) {
    reply.header("content-range", `bytes */${size}`)
    throw error
  }
}

/** What every reply with a person's bytes carries (checklist 5.7 and 5.12). */
function protect(reply: FastifyReply, keepSeconds: number): FastifyReply {
  return reply
    .header("cache-control", `private, max-age=${keepSeconds}`)
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "default-src 'none'; script-src 'none'; sandbox")
}

/** Names outside of plain letters go into the second form only (RFC 6266). */
function disposition(kind: "inline" | "attachment", name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, "_")
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function read<Output>(schema: ZodType<Output>, value: unknown): Output {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new AppError("general_argument_invalid", `Invalid \`${String(issue?.path[0])}\` param: ${issue?.message}`)
}
