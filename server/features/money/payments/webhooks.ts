import type { FastifyInstance } from "fastify"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { sha256 } from "#server/platform/ids.ts"
import { settleOrder } from "./jobs.ts"
import { hastenCheck, keepNotice } from "./queries.ts"

/** Largest notice that is read, in bytes. */
const maxNoticeBytes = 64 * 1024

/**
 * Takes notices of each provider that is set up. Their signature is over the bytes as they came; what they say is only a hint of what to
 * ask about, so the work is queued and the answer is quick.
 */
export function noticeRoutes(app: FastifyInstance, s: Services): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser("*", { parseAs: "buffer", bodyLimit: maxNoticeBytes }, (_request, body, done) => {
      done(null, body)
    })
    const options = { schema: { hide: true }, config: { takesForeignForms: true } } as const
    for (const [kind, provider] of s.payments.opened) {
      scope.post(`/webhooks/${kind}`, options, async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
        const hint = provider.readNotice(request.headers, body)
        if (hint === null) throw new AppError("user_unauthorized", "The signature is missing or wrong.")
        reply.header("cache-control", "no-store")
        if (hint === "nothing") return reply.send({ data: "nothing to do" })
        await transact(s.db, async (tx) => {
          const notice = { provider: kind, bodyHash: sha256(body.toString("base64")), ...hint }
          if (!(await keepNotice(tx, notice))) return
          await hastenCheck(tx, hint.txRef)
          await s.queue.enqueue(tx, settleOrder, { ...hint, tries: 0 })
        })
        return reply.send({ data: "thank you" })
      })
    }
  })
}
