import type { SettingsReader } from "#server/platform/settings/setting.ts"

/** Settings of a provider as the product hands them over, on a developer's own machine. */
export function readerOf(settings: Readonly<Record<string, string>>): SettingsReader {
  return {
    text: (name) => settings[name] ?? null,
    problems: [],
    publicUrl: "http://localhost:3000",
    isProduction: false,
    dataDir: ".",
    threads: 1,
    memoryMb: 4_096,
  }
}
