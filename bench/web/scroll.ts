/// <reference lib="dom" />

/** Times in ms. */
interface Scrolled {
  frames: number[]
  mostImages: number
  longestEmpty: number
  longestWait: number
  seen: number
}

/** Runs inside the page: scrolls down by so many pixels a frame until this many pictures were passed. */
export function scrollAll([step, wanted]: readonly [number, number]): Promise<Scrolled> {
  const list = document.querySelector<HTMLElement>("section ul[aria-label]")
  if (!list) throw new Error("There is no gallery.")
  const out: Scrolled = { frames: [], mostImages: 0, longestEmpty: 0, longestWait: 0, seen: 0 }
  const emptySince = new Map<Element, number>()
  let before = performance.now()
  let endSince: number | undefined
  return new Promise((resolve) => {
    const look = (now: number): void => {
      out.frames.push(now - before)
      before = now
      out.mostImages = Math.max(out.mostImages, document.images.length)
      for (const tile of emptySince.keys()) if (!tile.isConnected) emptySince.delete(tile)
      for (const tile of list.children) {
        const { top, bottom } = tile.getBoundingClientRect()
        const image = tile.querySelector("img")
        const isEmpty = bottom > 0 && top < window.innerHeight && !(image?.complete && image.naturalWidth > 0)
        if (!isEmpty) {
          emptySince.delete(tile)
          continue
        }
        const since = emptySince.get(tile) ?? now
        emptySince.set(tile, since)
        out.longestEmpty = Math.max(out.longestEmpty, now - since)
      }
      out.seen = Number(list.lastElementChild?.getAttribute("aria-posinset") ?? 0)
      const top = window.scrollY
      window.scrollBy({ top: step, behavior: "instant" })
      if (window.scrollY > top) endSince = undefined
      else {
        endSince ??= now
        out.longestWait = Math.max(out.longestWait, now - endSince)
        if (out.seen >= wanted || now - endSince > 20_000) {
          resolve(out)
          return
        }
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}
