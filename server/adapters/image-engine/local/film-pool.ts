import { createFilmMemory, filmPages } from "#imaging/render/trace/film.ts"

/** Film memories between pictures: waiting for the collector to free them would pile up gigabytes. */
export interface FilmPool {
  acquire(width: number, height: number): object
  release(memory: object): void
  clear(): void
}

/** Unused memory is freed after this time. */
const keepMs = 20_000
const pageBytes = 65536

const pagesOf = (memory: object): number => (memory as { buffer: SharedArrayBuffer }).buffer.byteLength / pageBytes

/** Keeps up to `size` memories that nobody uses. */
export function createFilmPool(size: number): FilmPool {
  let kept: object[] = []
  let timer: NodeJS.Timeout | undefined
  return {
    acquire(width, height) {
      clearTimeout(timer)
      const pages = filmPages(width, height)
      const fitting = kept.filter((m) => pagesOf(m) >= pages && pagesOf(m) <= pages * 2)
      const best = fitting.sort((a, b) => pagesOf(a) - pagesOf(b))[0]
      if (!best) return createFilmMemory(width, height)
      kept = kept.filter((m) => m !== best)
      return best
    },
    release(memory) {
      kept = [...kept, memory].slice(-size)
      clearTimeout(timer)
      timer = setTimeout(() => {
        kept = []
      }, keepMs).unref()
    },
    clear() {
      clearTimeout(timer)
      kept = []
    },
  }
}
