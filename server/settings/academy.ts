import type { ReadText, Setting } from "#server/platform/settings/setting.ts"

/** How the academy admits. */
export interface AcademyConfig {
  /** True: `/app?ref=fusion` waits for an operator's decision; false: a verified fee is enough for it. */
  isAdmissionByDecision: boolean
}

export const academySettings: readonly Setting[] = [
  {
    name: "ADMISSION_BY_DECISION",
    what: "`1`: the stage `fusion` waits for an operator's decision; `0`: a verified application fee is enough.",
    default: "0",
  },
]

/** Reads the academy's settings; what is wrong is added to `problems`. */
export function readAcademy(text: ReadText, problems: string[]): AcademyConfig {
  const value = text("ADMISSION_BY_DECISION") ?? "0"
  if (value !== "0" && value !== "1") problems.push(`ADMISSION_BY_DECISION is "${value}"; it must be 1 or 0.`)
  return { isAdmissionByDecision: value === "1" }
}
