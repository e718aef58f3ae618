import type { MessengerDeclaration } from "#server/adapters/messages/declaration.ts"

/** Keeps messages in the database, to be read at /dev/messages.json: the default of a machine that serves itself. */
export const captured: MessengerDeclaration = {
  kind: "captured",
  about: " (read at /dev/messages.json)",
  settings: [],
  read: () => ({
    kind: "captured",
    open: ({ db }) => ({
      kind: "captured",
      async send({ to, text }) {
        await db.insertInto("capturedMessages").values({ recipient: to, text }).execute()
      },
    }),
  }),
}
