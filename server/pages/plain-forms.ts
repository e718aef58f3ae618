import type { FastifyInstance } from "fastify"
import { plainPage } from "#server/platform/plain-page.ts"

/** Forms of an account, which a browser without scripts sends to the address of their page. */
const accountForms = ["/sign-in", "/sign-up", "/forgot-password", "/reset-password"]

/**
 * Answers those forms with a page that says what is missing: the studio behind them needs scripts. What was typed is not
 * read, so a password goes nowhere.
 */
export function servePlainForms(app: FastifyInstance): void {
  app.register(async (forms) => {
    forms.addContentTypeParser("application/x-www-form-urlencoded", (_request, body, done) => {
      body.resume()
      done(null, null)
    })
    for (const path of accountForms) {
      forms.post(path, { schema: { hide: true } }, async (_request, reply) => {
        reply.code(400).header("cache-control", "no-store").type("text/html; charset=utf-8")
        const text = "The studio needs scripts. Allow them for this site in your browser, then send the form again."
        return plainPage("Please switch scripts on", text, { to: path, label: "Back to the form" })
      })
    }
  })
}
