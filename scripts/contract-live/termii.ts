import { TermiiReply } from "#server/adapters/messages/termii.ts"
import type { Question } from "#server/platform/providers/live-question.ts"
import type { TextMessagesConfig } from "#server/settings/text-messages.ts"

type TermiiConfig = Extract<TextMessagesConfig, { kind: "termii" }>

/** It costs one message. @param phone who gets it; null sends none */
export function askTermii({ baseUrl, apiKey, sender, channel }: TermiiConfig, phone: string | null): Question[] {
  const message = { from: sender, sms: "A test by Aworan.", type: "plain", channel, api_key: apiKey }
  return [
    {
      shape: "termii/sent",
      request: () =>
        phone === null ? null : { url: `${baseUrl}/api/sms/send`, body: { ...message, to: phone.replace(/\D/g, "") } },
      schema: TermiiReply,
    },
  ]
}
