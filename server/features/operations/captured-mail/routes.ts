import type { FastifyInstance, FastifyRequest } from "fastify"
import { listEmails, listEmailsCsv, resendEmails } from "#contract/studio/runs-admin.ts"
import type { Db } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { operatorWith } from "#server/features/identity/operators/service.ts"
import { sendCsv } from "#server/platform/documents/csv.ts"
import { AppError } from "#server/platform/errors.ts"
import { isFromThisMachine } from "#server/platform/http/loopback.ts"
import { isOnThisMachine } from "#server/platform/http/origins.ts"
import { type RouteContext, registerRoute } from "#server/platform/http/register-route.ts"
import { perPerson } from "#server/platform/http/route-limits.ts"
import { emailSamples } from "./email-samples.ts"
import { type CapturedMail, emailListPage, mailPage } from "./mail-page.ts"
import * as office from "./service.ts"

/** The desk where operators see what became of mails. */
export function emailRoutes(app: FastifyInstance, s: Services, context: RouteContext): void {
  registerRoute(app, context, listEmails, {}, async ({ caller, request }) => {
    operatorWith("letters", caller, request.ip)
    return { data: await office.listEmails(s) }
  })
  const files = { limits: [perPerson(20, 600)] }
  registerRoute(app, context, listEmailsCsv, files, async ({ caller, request, reply }) => {
    operatorWith("letters", caller, request.ip)
    await sendCsv(reply, "letters.csv", office.emailLines(s))
  })
  registerRoute(app, context, resendEmails, {}, async ({ caller, body, request }) => ({
    data: await office.resendEmails(s, operatorWith("letters", caller, request.ip), body),
  }))
}

/** Pages that show captured mails and text messages; there only on a machine that captures them for itself. */
export function mailRoutes(app: FastifyInstance, s: Services): void {
  if (!isOnThisMachine(s.config.publicUrl)) return
  const hide = { schema: { hide: true } } as const
  if (s.messenger.kind === "captured") {
    app.get<{ Querystring: { to?: string } }>("/dev/messages.json", hide, async (request, reply) => {
      requireLoopback(request)
      return reply.header("cache-control", "no-store").send(await listMessages(s.db, request.query.to))
    })
  }
  emailPages(app, s)
  if (s.mailer.kind !== "captured") return
  app.get<{ Querystring: { to?: string } }>("/dev/mail.json", hide, async (request, reply) => {
    requireLoopback(request)
    return reply.header("cache-control", "no-store").send(await listMails(s.db, request.query.to))
  })
  app.get<{ Querystring: { to?: string } }>("/dev/mail", hide, async (request, reply) => {
    requireLoopback(request)
    const mails = await listMails(s.db, request.query.to)
    return reply.header("cache-control", "no-store").type("text/html").send(mailPage(mails))
  })
}

/** Every letter as it would look; nothing of anybody's is in them. */
function emailPages(app: FastifyInstance, s: Services): void {
  const hide = { schema: { hide: true } } as const
  app.get("/dev/mail/letters", hide, async (request, reply) => {
    requireLoopback(request)
    reply.header("cache-control", "no-store").type("text/html; charset=utf-8")
    return reply.send(emailListPage(emailSamples(s.config.publicUrl)))
  })
  app.get<{ Params: { name: string } }>("/dev/mail/letters/:name", hide, async (request, reply) => {
    requireLoopback(request)
    const letter = new Map(Object.entries(emailSamples(s.config.publicUrl))).get(request.params.name)
    if (!letter) throw new AppError("general_route_not_found", "There is no such letter.")
    // Letters carry their looks with them, which the policy of our own pages does not allow.
    reply.header("content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'")
    return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(letter.html)
  })
}

/** They carry links and codes that sign in: only a request straight from this machine may read them. */
function requireLoopback(request: FastifyRequest): void {
  if (!isFromThisMachine(request)) throw new AppError("general_route_not_found", "There is no such page.")
}

function listMails(db: Db, to: string | undefined): Promise<CapturedMail[]> {
  return db
    .selectFrom("capturedMails")
    .select(["recipient as to", "subject", "text", "html"])
    .$if(typeof to === "string" && to !== "", (query) => query.where("recipient", "=", String(to).trim().toLowerCase()))
    .orderBy("id", "desc")
    .limit(100)
    .execute()
}

function listMessages(db: Db, to: string | undefined): Promise<{ to: string; text: string }[]> {
  return db
    .selectFrom("capturedMessages")
    .select(["recipient as to", "text"])
    .$if(typeof to === "string" && to !== "", (query) => query.where("recipient", "=", String(to).trim()))
    .orderBy("id", "desc")
    .limit(100)
    .execute()
}
