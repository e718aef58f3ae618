import { useState } from "react"

/** Local storage key; "narrow" when the person folded the sidebar. */
const storageKey = "sidebar"

/** Whether the sidebar is folded to icons, remembered on this device. */
export function useNarrowSidebar(): [isNarrow: boolean, toggle: () => void] {
  const [isNarrow, setIsNarrow] = useState(() => localStorage.getItem(storageKey) === "narrow")
  const toggle = (): void => {
    localStorage.setItem(storageKey, isNarrow ? "wide" : "narrow")
    setIsNarrow(!isNarrow)
  }
  return [isNarrow, toggle]
}
