const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" })
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]

/** @returns the code in use today for two letters, null for those that name no country: UK is GB, SU is RU */
function currentCode(letters: string): string | null {
  const code = new Intl.Locale(`und-${letters}`).region ?? ""
  return code !== "ZZ" && names.of(code) ? code.toLowerCase() : null
}

const codeByName = new Map(
  letters.flatMap((first) =>
    letters.flatMap((second): [string, string][] => {
      const code = currentCode(first + second)
      const name = names.of(first + second)
      return code && name ? [[name.toLowerCase(), code]] : []
    }),
  ),
)

/** @returns two lower-case letters for a header's or a person's country, `--` when it is not known (docs/hosted-backend.md#account-records) */
export function countryCode(country: string | null | undefined): string {
  const text = country?.trim().toLowerCase() ?? ""
  return (/^[a-z]{2}$/.test(text) ? currentCode(text) : codeByName.get(text)) ?? "--"
}

/** @returns the English name for two lower-case letters, "Unknown" for anything else */
export function countryName(code: string): string {
  return (/^[a-z]{2}$/.test(code) ? names.of(code.toUpperCase()) : undefined) ?? "Unknown"
}
