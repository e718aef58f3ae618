import type { MailDeclaration } from "#server/adapters/mail/declaration.ts"
import { readSmtp, smtpSettings } from "./settings.ts"

export const smtp: MailDeclaration = {
  kind: "smtp",
  about: "an `smtp://` or `smtps://` address",
  schemes: ["smtp", "smtps"],
  settings: smtpSettings,
  read(reader, address) {
    const settings = readSmtp(reader, address)
    return {
      kind: "smtp",
      async open() {
        // Loaded only when chosen: it is much code.
        const { createSmtpMailer } = await import("./smtp.ts")
        return createSmtpMailer(settings)
      },
    }
  },
}
