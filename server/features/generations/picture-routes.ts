import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import type { ByteRange } from "#server/adapters/storage/port.ts"
import { AppError } from "#server/platform/errors.ts"
import type { MountContext } from "#server/platform/mount.ts"
import { previewSides } from "#server/platform/pictures.ts"
import { sendStored } from "#server/platform/send-stored.ts"
import type { Services } from "#server/services.ts"
import { missingPicture, pictureFor, previewFor, type ServedFile } from "./picture-access.ts"

/** A finished picture never changes under its id, so copies are good for a year. */
const yearSeconds = 31_536_000

/** Serves pictures to those who may see them: by cookie, or anyone when public (architecture rule 6). */
export function pictureRoutes(app: FastifyInstance, s: Services, context: MountContext): void {
  const hide = { schema: { hide: true } } as const
  const asking = (request: FastifyRequest) => () => context.authenticate(request)

  app.get<{ Params: { id: string }; Querystring: { download?: string } }>(
    "/pictures/:id",
    hide,
    async (request, reply) => {
      const file = await pictureFor(s, asking(request), request.params.id)
      return sendFile(s, request, reply, file, request.query.download !== undefined)
    },
  )
  app.get<{ Params: { id: string; side: string } }>("/pictures/:id/:side", hide, async (request, reply) => {
    const side = previewSides.find((known) => String(known) === request.params.side)
    if (!side) throw missingPicture()
    return sendFile(s, request, reply, await pictureFor(s, asking(request), request.params.id, side), false)
  })
  app.get<{ Params: { orderId: string; index: string } }>(
    "/order-previews/:orderId/:index",
    hide,
    async (request, reply) => {
      const { orderId, index } = request.params
      if (!/^[0-3]$/.test(index)) throw missingPicture()
      return sendFile(s, request, reply, await previewFor(s, asking(request), orderId, Number(index)), false)
    },
  )
}

async function sendFile(
  s: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  isDownload: boolean,
): Promise<FastifyReply> {
  const etag = `"${file.key}"`
  reply
    .header("cache-control", cacheRule(file))
    .header("accept-ranges", "bytes")
    .header("x-content-type-options", "nosniff")
    .header("content-security-policy", "default-src 'none'; sandbox")
    .header("content-disposition", `${isDownload ? "attachment" : "inline"}; filename="${file.name}"`)
  if (file.isFinal) {
    reply.header("etag", etag)
    if (request.headers["if-none-match"] === etag) return reply.code(304).send()
  }
  const range = readRange(request.headers.range)
  const stored = await s.storage.get(file.key, range ?? undefined)
  if (!stored) throw missingPicture()
  reply.type(file.mimeType)
  if (!range) return sendStored(request, reply.header("content-length", stored.size), stored)
  const end = Math.min(range.end, stored.size - 1)
  if (range.start > end) {
    stored.body.destroy()
    reply.header("content-range", `bytes */${stored.size}`)
    throw new AppError("storage_invalid_range", "The range lies outside the file.")
  }
  reply
    .code(206)
    .header("content-range", `bytes ${range.start}-${end}/${stored.size}`)
    .header("content-length", end - range.start + 1)
  return sendStored(request, reply, stored)
}

function cacheRule(file: ServedFile): string {
  if (!file.isFinal) return "no-store"
  return `${file.isPublic ? "public" : "private"}, max-age=${yearSeconds}, immutable`
}

/** Only `bytes=a-b` and `bytes=a-`; anything else is answered with the whole file, as the standard allows. */
function readRange(header: string | undefined): ByteRange | null {
  const match = header?.match(/^bytes=(\d{1,15})-(\d{0,15})$/)
  if (!match) return null
  const start = Number(match[1])
  const end = match[2] ? Number(match[2]) : Number.MAX_SAFE_INTEGER
  return end < start ? null : { start, end }
}
