import type { ReadText, Setting } from "#server/platform/settings/setting.ts"

/** For how long things are kept that nobody needs for ever, in days. */
export interface RetentionConfig {
  activityDays: number
  capturedMailDays: number
  undeliveredMailDays: number
  decidedReportDays: number
  expiredOrderDays: number
  abandonedUploadDays: number
  upgradeCopyDays: number
}

interface Kept {
  key: keyof RetentionConfig
  name: string
  what: string
  usual: number
}

const kept: readonly Kept[] = [
  { key: "activityDays", name: "KEEP_ACTIVITY_DAYS", what: "what happened to accounts is kept", usual: 365 },
  { key: "capturedMailDays", name: "KEEP_CAPTURED_DAYS", what: "captured mails and text messages are kept", usual: 30 },
  { key: "undeliveredMailDays", name: "KEEP_UNDELIVERED_DAYS", what: "mails that did not arrive are kept", usual: 90 },
  { key: "decidedReportDays", name: "KEEP_REPORTS_DAYS", what: "decided reports of pictures are kept", usual: 365 },
  {
    key: "expiredOrderDays",
    name: "KEEP_ORDERS_DAYS",
    what: "orders nobody paid are kept after their time",
    usual: 365,
  },
  { key: "abandonedUploadDays", name: "KEEP_UPLOADS_DAYS", what: "uploads nobody goes on with are kept", usual: 1 },
  {
    key: "upgradeCopyDays",
    name: "KEEP_UPGRADE_COPY_DAYS",
    what: "the embedded database of before an upgrade is kept",
    usual: 14,
  },
]

/** Longest time that can be asked for, in days. */
const longest = 3_650

export const retentionSettings: readonly Setting[] = kept.map(({ name, what, usual }) => ({
  name,
  what: `Days for which ${what}; 1 to ${longest}.`,
  default: String(usual),
}))

/** Reads how long things are kept; what is wrong is added to `problems`. */
export function readRetention(text: ReadText, problems: string[]): RetentionConfig {
  const read = ({ key, name, usual }: Kept): [keyof RetentionConfig, number] => {
    const value = text(name)
    if (value === null) return [key, usual]
    const days = /^\d{1,4}$/.test(value) ? Number(value) : 0
    if (days < 1 || days > longest)
      problems.push(`${name} is "${value}"; it must be a whole number from 1 to ${longest}.`)
    return [key, days]
  }
  return Object.fromEntries(kept.map(read)) as unknown as RetentionConfig
}
