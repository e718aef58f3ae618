import type { Readable } from "node:stream"
import type { FastifyReply } from "fastify"

/** Answers with an archive to be saved. */
export function sendZip(reply: FastifyReply, { name, bytes }: { name: string; bytes: Readable }): FastifyReply {
  return reply
    .header("content-disposition", `attachment; filename="${name}"`)
    .header("x-content-type-options", "nosniff")
    .type("application/zip")
    .send(bytes)
}
