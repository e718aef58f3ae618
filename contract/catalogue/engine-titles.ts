const titles: Readonly<Record<string, string>> = {
  local: "Local engine",
  replicate: "Replicate",
  openai: "OpenAI",
}

/** Name of the engine that trains and draws on this computer, as records have it. */
export const localEngineName = "local"

/** Who made a picture, in words; an engine that is not known goes by the name in its record. */
export function engineTitle(name: string): string {
  return titles[name] ?? name
}
