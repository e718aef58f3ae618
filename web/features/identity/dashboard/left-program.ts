import { readPreferences } from "#web/lib/session/preferences.ts"
import type { CurrentUser } from "#web/lib/session/session.ts"

/** Where an application's fee is paid. */
export const feePath = "/billing"

/** Slug of the program that somebody came here to apply for and has not yet; null without one. */
export function leftProgram({ prefs, program }: CurrentUser): string | null {
  const { next } = readPreferences(prefs)
  if (next === undefined || program !== "") return null
  const { pathname, searchParams } = new URL(next, "http://page.invalid")
  return pathname === feePath ? searchParams.get("program") : null
}
