import { z } from "zod"
import type { Messenger } from "#server/adapters/messages/port.ts"
import { AppError } from "#server/platform/errors.ts"
import { ProviderFailure, type ProviderFetch, readJson } from "#server/platform/providers/provider-fetch.ts"
import type { TermiiSettings } from "./settings.ts"

/** What is read of an answer. */
export const TermiiReply = z.object({ code: z.string(), message_id: z.string() })

/** What is read of the account's balance. */
export const TermiiBalance = z.object({ balance: z.number(), currency: z.string() })

/** Sends text messages through Termii. A message that may have been sent is not sent again: people ask for another code. */
export function createTermiiMessenger(config: TermiiSettings, fetch: ProviderFetch): Messenger {
  return {
    kind: "termii",
    async send({ to, text }) {
      const body = {
        // Numbers go without their plus.
        to: to.replace(/\D/g, ""),
        from: config.sender,
        sms: text,
        type: "plain",
        channel: config.channel,
        api_key: config.apiKey,
      }
      try {
        const reply = await fetch({
          call: "message",
          method: "POST",
          url: `${config.baseUrl}/api/sms/send`,
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        })
        const { code } = readJson(reply, TermiiReply)
        if (code !== "ok") throw new ProviderFailure("bad_input", `The message was refused: ${code}`)
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error
        if (error.kind === "unknown_outcome" || error.kind === "bad_reply") return
        // What is refused now is refused a minute later too; what cannot be reached may be.
        const mayWorkLater = ["rate_limited", "unavailable", "timeout"].includes(error.kind)
        throw mayWorkLater
          ? error
          : new AppError("general_phone_disabled", "The text message could not be sent.", { cause: error })
      }
    },
    async check() {
      const query = new URLSearchParams({ api_key: config.apiKey })
      const url = `${config.baseUrl}/api/get-balance?${query}`
      const { balance, currency } = readJson(await fetch({ call: "balance", method: "GET", url }), TermiiBalance)
      return `, ${balance} ${currency} left`
    },
  }
}
