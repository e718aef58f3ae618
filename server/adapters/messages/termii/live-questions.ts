import type { Question } from "#server/platform/providers/live-question.ts"
import type { TermiiSettings } from "./settings.ts"
import { TermiiBalance, TermiiReply } from "./termii.ts"

/** It costs one message where a phone is named. */
export function termiiQuestions({ baseUrl, apiKey, sender, channel }: TermiiSettings): Question[] {
  const message = { from: sender, sms: "A test by Aworan.", type: "plain", channel, api_key: apiKey }
  return [
    {
      shape: "termii/balance",
      request: () => ({ url: `${baseUrl}/api/get-balance?${new URLSearchParams({ api_key: apiKey })}` }),
      schema: TermiiBalance,
    },
    {
      shape: "termii/sent",
      request: (_, phone) =>
        phone === null ? null : { url: `${baseUrl}/api/sms/send`, body: { ...message, to: phone.replace(/\D/g, "") } },
      schema: TermiiReply,
    },
  ]
}
