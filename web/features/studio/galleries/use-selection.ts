import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from "react"
import { maxPicturesAtOnce, type OwnPicture } from "#contract/studio/own-pictures.ts"
import { isTyping } from "#web/lib/page/is-typing.ts"
import { notify } from "#web/ui/overlay/toast.tsx"

/** Pictures that are chosen to do something with all of them. */
export interface Selection {
  isOn: boolean
  /** Those that are still shown, in their order. */
  chosen: ReadonlySet<string>
  start: () => void
  end: () => void
  /** Takes one or leaves it. @param isRange takes all from the one before on */
  toggle: (id: string, isRange: boolean) => void
  /** Keeps only these chosen; without any, choosing ends. */
  keep: (ids: readonly string[]) => void
}

/** Choosing among the pictures that are shown: Ctrl or Cmd with A takes all, Escape ends it. */
export function useSelection(documents: readonly OwnPicture[] | undefined): Selection {
  const [wanted, setWanted] = useState<ReadonlySet<string> | null>(null)
  const last = useRef<string>(undefined)
  const isOn = wanted !== null
  const shown = useMemo(() => (documents ?? []).map(({ $id }) => $id), [documents])
  const chosen = useMemo(() => new Set(shown.filter((id) => wanted?.has(id))), [shown, wanted])
  const take = useCallback((ids: readonly string[]) => {
    if (ids.length > maxPicturesAtOnce) notify.error(`At most ${maxPicturesAtOnce} pictures can be chosen.`)
    setWanted(new Set(ids.slice(0, maxPicturesAtOnce)))
  }, [])
  const end = useCallback(() => setWanted(null), [])
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || isTyping(event) || document.querySelector('[role="dialog"]')) return
    if (event.key === "Escape") end()
    if (event.key.toLowerCase() !== "a" || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    take(shown)
  })
  useEffect(() => {
    if (!isOn) return
    const listener = (event: KeyboardEvent): void => handleKey(event)
    window.addEventListener("keydown", listener)
    return () => window.removeEventListener("keydown", listener)
  }, [isOn])
  const toggle = useCallback(
    (id: string, isRange: boolean) => {
      const from = isRange && last.current !== undefined ? shown.indexOf(last.current) : -1
      const to = shown.indexOf(id)
      const range = from === -1 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
      const isLeft = from === -1 && chosen.has(id)
      last.current = id
      take(isLeft ? [...chosen].filter((other) => other !== id) : [...new Set([...chosen, ...range])])
    },
    [shown, chosen, take],
  )
  return {
    isOn,
    chosen,
    start: () => {
      last.current = undefined
      setWanted(new Set())
    },
    end,
    toggle,
    keep: (ids) => setWanted(ids.length === 0 ? null : new Set(ids)),
  }
}
