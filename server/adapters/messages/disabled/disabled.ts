import type { MessengerDeclaration } from "#server/adapters/messages/declaration.ts"
import { AppError } from "#server/platform/errors.ts"

/** No text messages: the default where others use the product and nobody could read captured ones. */
export const disabled: MessengerDeclaration = {
  kind: "disabled",
  about: "",
  settings: [],
  read: () => ({
    kind: "disabled",
    open: () => ({
      kind: "disabled",
      async send() {
        throw new AppError("general_phone_disabled", "Text messages are not set up here.")
      },
    }),
  }),
}
