import { type RefObject, useEffectEvent, useLayoutEffect, useRef, useState } from "react"

/** The stretch of a long grid that should be in the document, in px of the grid. */
export interface ScrollWindow {
  from: number
  to: number
  /** Subtract from an item's top to place it: 0 unless the grid is taller than a browser can lay out. */
  offset: number
}

/** Tallest element we ask for, in px: browsers stop at 17 to 33 million. Beyond it the grid is a moving part of itself. */
export const tallestPx = 12_000_000

/** The window moves in steps of so many px: small ones, so that few pictures are new in any one frame. */
const stepPx = 64

/** So much more is drawn below than one screen, in px: what comes next to most who scroll is there a few frames earlier. */
const aheadPx = 192

/** Quiet time after which scrolling counts as ended, in ms. */
const settleMs = 160

/**
 * Follows the scrolling of the page and tells which part of `element` to draw: what is seen plus one screen on each side.
 * @param height full height of the grid in px
 * @param onMove called after each move with the px left below the screen
 */
export function useScrollWindow(
  element: RefObject<HTMLElement | null>,
  height: number,
  onMove: (pxLeft: number) => void,
): ScrollWindow {
  const [part, setPart] = useState<ScrollWindow>({ from: 0, to: 0, offset: 0 })

  const memory = useRef<{ offset: number; lastTop: number | undefined }>({ offset: 0, lastTop: undefined })
  const publishMove = useEffectEvent(onMove)

  useLayoutEffect(() => {
    const seen = memory.current
    let settling: ReturnType<typeof setTimeout> | undefined
    const surplus = Math.max(0, height - tallestPx)
    const drawnHeight = height - surplus

    const update = (): void => {
      const grid = element.current
      if (!grid) return
      const screen = window.innerHeight
      const top = -grid.getBoundingClientRect().top
      const furthest = Math.max(1, drawnHeight - screen)
      const share = Math.min(1, Math.max(0, top / furthest))
      const hasJumped = seen.lastTop === undefined || Math.abs(top - seen.lastTop) > 4 * screen
      if (hasJumped || share === 0 || share === 1) seen.offset = surplus * share
      seen.lastTop = top
      const { offset } = seen
      const from = Math.floor((top + offset - screen) / stepPx) * stepPx
      const to = Math.ceil((top + offset + 2 * screen + aheadPx) / stepPx) * stepPx
      setPart((old) => (old.from === from && old.to === to && old.offset === offset ? old : { from, to, offset }))
      publishMove(drawnHeight - top - screen)
    }

    // Small moves keep the offset, so pictures follow the finger; at rest the scrollbar is put where it belongs.
    const settle = (): void => {
      const grid = element.current
      const furthest = Math.max(1, drawnHeight - window.innerHeight)
      const { lastTop = 0, offset } = seen
      if (!grid || lastTop <= 0 || lastTop >= furthest) return
      const place = lastTop + offset
      const shift = Math.round((place * furthest) / (furthest + surplus) - lastTop)
      if (shift === 0) return
      seen.offset = place - (lastTop + shift)
      seen.lastTop = lastTop + shift
      window.scrollBy({ top: shift, behavior: "instant" })
      update()
    }

    const handleScroll = (): void => {
      update()
      if (surplus === 0) return
      clearTimeout(settling)
      settling = setTimeout(settle, settleMs)
    }

    update()
    document.addEventListener("scroll", handleScroll, { capture: true, passive: true })
    window.addEventListener("resize", update)
    return () => {
      clearTimeout(settling)
      document.removeEventListener("scroll", handleScroll, { capture: true })
      window.removeEventListener("resize", update)
    }
  }, [element, height])

  return part
}
