import type { FastifyInstance } from "fastify"
import { describeError } from "./error-reply.ts"
import { plainPage, type Way } from "./plain-page.ts"
import type { RegisterOptions } from "./register-route.ts"

/**
 * Routes for forms as a browser sends them by itself, before the page's scripts are there or without any. Other sites
 * cannot send them (`browser-policy.ts`). Nowhere else are form bodies read, but where a provider sends them.
 */
export function plainForms(app: FastifyInstance, routes: (forms: FastifyInstance) => void): void {
  app.register(async (forms) => {
    forms.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_request, text, done) =>
      done(null, Object.fromEntries(new URLSearchParams(text.toString()))),
    )
    routes(forms)
  })
}

/** Answers what fails with a page. @param way where it can be done again */
export function failWithPage(title: string, way: Way): NonNullable<RegisterOptions["errorHandler"]> {
  return (error, request, reply) => {
    const { code, message } = describeError(error, request)
    reply.code(code).header("cache-control", "no-store").type("text/html; charset=utf-8")
    reply.send(plainPage(title, message, way))
  }
}
