import type { FastifyInstance } from "fastify"
import { plainPage } from "#server/platform/plain-page.ts"

const path = "/reset-password"

/**
 * Answers the form of a new password, whose page needs scripts, with what is missing when it is sent before they are
 * there. What was typed is not read. The other forms of an account work without (`server/features/sign-in/plain-forms.ts`).
 */
export function servePlainForms(app: FastifyInstance): void {
  app.register(async (forms) => {
    forms.addContentTypeParser("application/x-www-form-urlencoded", (_request, body, done) => {
      body.resume()
      done(null, null)
    })
    forms.post(path, { schema: { hide: true } }, async (request, reply) => {
      reply.code(400).header("cache-control", "no-store").type("text/html; charset=utf-8")
      const text = "Allow scripts for this site in your browser, then send the form again."
      return plainPage("Please switch scripts on", text, { to: request.url, label: "Back to the form" })
    })
  })
}
