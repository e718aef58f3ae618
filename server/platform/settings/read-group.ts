import type { SettingsReader } from "./setting.ts"

/** All of a group of settings, or none of it. @returns null when none is set, or only some: that is a problem then */
export function readGroup<Name extends string>(
  { text, problems }: Pick<SettingsReader, "text" | "problems">,
  names: readonly Name[],
): Record<Name, string> | null {
  const set = names.filter((name) => text(name) !== null)
  const missing = names.filter((name) => text(name) === null)
  if (set.length === 0) return null
  if (missing.length > 0) {
    problems.push(`${set.join(", ")} is set, so ${missing.join(", ")} is needed too.`)
    return null
  }
  return Object.fromEntries(names.map((name) => [name, text(name) ?? ""])) as Record<Name, string>
}
