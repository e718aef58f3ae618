import { type Fees, isFeeSlug, usualFees } from "#contract/catalogue/fees.ts"
import type { ReadText, Setting } from "#server/platform/settings/setting.ts"

export const feeSettings: readonly Setting[] = [
  {
    name: "FEES",
    what: "Credits per piece where they differ from the price list, as `flux1.1-pro=5,photo-upscaling=2`.",
    default: "the price list",
  },
]

/** Reads the fees; what is wrong is added to `problems`. */
export function readFees(text: ReadText, problems: string[]): Fees {
  const fees: Record<keyof Fees, number> = { ...usualFees }
  const parts = (text("FEES") ?? "").split(",").map((part) => part.trim())
  for (const part of parts.filter(Boolean)) {
    const [, slug = "", credits = ""] = /^([^=\s]+)\s*=\s*(\d{1,4})$/.exec(part) ?? []
    if (!isFeeSlug(slug)) {
      problems.push(`FEES has "${part}"; it must be one of ${Object.keys(usualFees).join(", ")} and "=" and credits.`)
    } else fees[slug] = Number(credits)
  }
  return fees
}
