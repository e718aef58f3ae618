import type { NoticeChannel } from "#contract/identity/notices.ts"
import type { NoticeKind } from "#server/declarations/notice.ts"
import type { SettingsRow } from "./queries.ts"

/** Whether a person wants to be told in this way. */
export function isChosen(
  { name, channels }: Pick<NoticeKind<never>, "name" | "channels">,
  channel: NoticeChannel,
  { choices, isMailOff }: SettingsRow,
): boolean {
  const usual = channels[channel]
  if (usual === undefined || (channel === "mail" && isMailOff)) return false
  return choices[name]?.[channel] ?? usual
}
