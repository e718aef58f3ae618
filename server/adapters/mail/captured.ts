import type { Db } from "#server/db/open.ts"
import type { Mailer } from "./port.ts"

/** Keeps mails in the database, to be read at /dev/mail: the default of a machine without a mail account. */
export function createCapturedMailer(db: Db): Mailer {
  return {
    kind: "captured",
    async send(mail) {
      await db
        .insertInto("capturedMails")
        .values({ recipient: mail.to, subject: mail.subject, text: mail.text, html: mail.html })
        .execute()
    },
    close: async () => {},
  }
}
