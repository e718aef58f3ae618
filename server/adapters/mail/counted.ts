import { AppError } from "#server/platform/errors.ts"
import { traceCall } from "#server/platform/observability/tracing/span.ts"
import type { Mailer } from "./port.ts"

/** The same mailer; tells the outcome of each attempt. */
export function countMails(mailer: Mailer, count: (outcome: "sent" | "failed" | "refused") => void): Mailer {
  return {
    kind: mailer.kind,
    async send(mail) {
      try {
        await traceCall("mail send", {}, () => mailer.send(mail))
      } catch (error) {
        count(error instanceof AppError ? "refused" : "failed")
        throw error
      }
      count("sent")
    },
    ...(mailer.check ? { check: () => mailer.check?.() ?? Promise.resolve("") } : {}),
    close: () => mailer.close(),
  }
}
