import { AppError } from "#server/platform/errors.ts"
import type { Messenger } from "./port.ts"

/** No text messages: the default where others use the product and nobody could read captured ones. */
export const disabledMessenger: Messenger = {
  kind: "disabled",
  async send() {
    throw new AppError("general_phone_disabled", "Text messages are not set up here.")
  },
}
