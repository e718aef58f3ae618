import { readFileSync } from "node:fs"
import type { Setting } from "#server/platform/settings/setting.ts"

/** Settings given as NAME_FILE: the file's content, as container platforms hand secrets over. */
export function readSettingFiles(
  env: Record<string, string | undefined>,
  settings: readonly Setting[],
  problems: string[],
): Map<string, string> {
  const contents = new Map<string, string>()
  for (const { name } of settings) {
    const path = env[`${name}_FILE`]?.trim()
    if (!path) continue
    if (env[name]?.trim()) problems.push(`${name} and ${name}_FILE are both set; one of them is needed.`)
    try {
      const content = readFileSync(path, "utf8").trim()
      if (content === "") problems.push(`${name}_FILE is "${path}", and that file is empty.`)
      contents.set(name, content)
    } catch (error) {
      problems.push(`${name}_FILE is "${path}", and that file cannot be read: ${(error as Error).message}`)
    }
  }
  return contents
}
