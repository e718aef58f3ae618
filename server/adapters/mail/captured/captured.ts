import type { MailDeclaration } from "#server/adapters/mail/declaration.ts"
import type { Mailer } from "#server/adapters/mail/port.ts"
import type { Db } from "#server/db/open.ts"

/** Keeps mails in the database, to be read at /dev/mail: the default of a machine without a mail account. */
export function createCapturedMailer(db: Db): Mailer {
  return {
    kind: "captured",
    async send(mail) {
      await db
        .insertInto("capturedMails")
        .values({
          recipient: mail.to,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          mailId: mail.id,
          unsubscribe: mail.unsubscribe ?? "",
        })
        // One that comes twice is one, as for whoever reads the id of a mail.
        .onConflict((conflict) => conflict.columns(["recipient", "mailId"]).doNothing())
        .execute()
    },
    close: async () => {},
  }
}

export const captured: MailDeclaration = {
  kind: "captured",
  about: "`captured` (read at /dev/mail)",
  schemes: [],
  settings: [],
  read: () => ({ kind: "captured", open: ({ db }) => createCapturedMailer(db) }),
}
