import { useSyncExternalStore } from "react"

/** What a person asked for; "system" follows the device. */
export type Theme = "light" | "dark" | "system"

/** Session storage key, read before the first paint by public/early.js: change both together. Local storage has two keys only (docs/product-rules.md#numbers). */
const storageKey = "theme"

const listeners = new Set<() => void>()

function readTheme(): Theme {
  const chosen = document.documentElement.dataset.theme
  return chosen === "light" || chosen === "dark" ? chosen : "system"
}

/** Applies a theme at once and remembers it while this tab is open; the account keeps it for longer (docs/product-rules.md#sign-out). */
export function setTheme(theme: Theme): void {
  if (theme === "system") {
    delete document.documentElement.dataset.theme
    sessionStorage.removeItem(storageKey)
  } else {
    document.documentElement.dataset.theme = theme
    sessionStorage.setItem(storageKey, theme)
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The chosen theme; "system" while a page is being prerendered. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, readTheme, () => "system")
}
