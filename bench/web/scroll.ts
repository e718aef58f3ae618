/// <reference lib="dom" />

/** Times in ms. */
interface Scrolled {
  frames: number[]
  mostImages: number
  /** That a tile in sight showed nothing of its picture. */
  longestEmpty: number
  /** That it showed the coarse colours of its picture only. */
  longestCoarse: number
  longestWait: number
  seen: number
}

/** Runs inside the page: scrolls down by so many pixels a frame until this many pictures were passed. */
export function scrollAll([step, wanted]: readonly [number, number]): Promise<Scrolled> {
  const list = document.querySelector<HTMLElement>("section ul[aria-label]")
  if (!list) throw new Error("There is no gallery.")
  const out = { frames: [] as number[], mostImages: 0, longestEmpty: 0, longestCoarse: 0, longestWait: 0, seen: 0 }
  const since = { longestEmpty: new Map<Element, number>(), longestCoarse: new Map<Element, number>() }
  let before = performance.now()
  let endSince: number | undefined
  const lookAt = (tile: Element, now: number): void => {
    const { top, bottom } = tile.getBoundingClientRect()
    const image = tile.querySelector("img")
    const isShort = bottom > 0 && top < window.innerHeight && !(image?.complete && image.naturalWidth > 0)
    const lack = !isShort ? undefined : image?.style.backgroundImage ? "longestCoarse" : "longestEmpty"
    for (const kind of ["longestEmpty", "longestCoarse"] as const) {
      if (kind !== lack) {
        since[kind].delete(tile)
        continue
      }
      const began = since[kind].get(tile) ?? now
      since[kind].set(tile, began)
      out[kind] = Math.max(out[kind], now - began)
    }
  }
  return new Promise((resolve) => {
    const look = (now: number): void => {
      out.frames.push(now - before)
      before = now
      out.mostImages = Math.max(out.mostImages, document.images.length)
      for (const tile of list.children) lookAt(tile, now)
      out.seen = Number(list.lastElementChild?.getAttribute("aria-posinset") ?? 0)
      const top = window.scrollY
      window.scrollBy({ top: step, behavior: "instant" })
      if (window.scrollY > top) endSince = undefined
      else {
        endSince ??= now
        out.longestWait = Math.max(out.longestWait, now - endSince)
      }
      if (out.seen >= wanted || (endSince !== undefined && now - endSince > 20_000)) resolve(out)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
}
