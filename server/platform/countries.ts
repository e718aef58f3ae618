const names = new Intl.DisplayNames(["en"], { type: "region", fallback: "none" })
const letters = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"]

const codeByName = new Map(
  letters.flatMap((first) =>
    letters.flatMap((second): [string, string][] => {
      const name = names.of(first + second)
      return name ? [[name.toLowerCase(), (first + second).toLowerCase()]] : []
    }),
  ),
)

/** @returns two lower-case letters for a header's or a person's country, `--` when it is not known (contract §2.1) */
export function countryCode(country: string | null | undefined): string {
  const text = country?.trim().toLowerCase() ?? ""
  if (/^[a-z]{2}$/.test(text) && names.of(text.toUpperCase())) return text
  return codeByName.get(text) ?? "--"
}
