import type { ReadText, Setting } from "#server/platform/settings/setting.ts"

/** What is shown to everybody, and when. */
export interface TrustConfig {
  /** How long public pictures of a new account wait before the showcase, in hours; 0 for not at all. */
  showcaseWaitHours: number
  /** Pictures taken down after which a person publishes no more; 0 for never. */
  publishingStrikes: number
}

export const trustSettings: readonly Setting[] = [
  {
    name: "SHOWCASE_WAIT_HOURS",
    what: "How long public pictures of a new account wait before the showcase unless an operator approves one; `0` for not at all.",
    default: "24",
  },
  {
    name: "PUBLISHING_STRIKES",
    what: "Pictures taken down after which a person can publish no more; `0` for never.",
    default: "3",
  },
]

/** Reads what decides about public pictures; what is wrong or half set is added to `problems`. */
export function readTrust(text: ReadText, problems: string[]): TrustConfig {
  const whole = (name: string, usual: number, max: number): number => {
    const value = text(name)
    if (value === null) return usual
    const number = /^\d{1,5}$/.test(value) ? Number(value) : Number.NaN
    if (number >= 0 && number <= max) return number
    problems.push(`${name} is "${value}"; it must be a whole number from 0 to ${max}.`)
    return usual
  }
  return {
    showcaseWaitHours: whole("SHOWCASE_WAIT_HOURS", 24, 720),
    publishingStrikes: whole("PUBLISHING_STRIKES", 3, 1_000),
  }
}
