import type { Db } from "#server/db/open.ts"
import type { Messenger } from "./port.ts"

/** Keeps messages in the database, to be read at /dev/messages.json: the default of a machine that serves itself. */
export function createCapturedMessenger(db: Db): Messenger {
  return {
    kind: "captured",
    async send({ to, text }) {
      await db.insertInto("capturedMessages").values({ recipient: to, text }).execute()
    },
  }
}
