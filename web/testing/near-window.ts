import { vi } from "vitest"

/** Everything a screen watches is near the window at once; jsdom itself has no layout to tell by. */
export function bringAllNear(): void {
  class Near {
    readonly #tell: (entries: { isIntersecting: boolean }[]) => void

    constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
      this.#tell = tell
    }

    observe(): void {
      queueMicrotask(() => this.#tell([{ isIntersecting: true }]))
    }

    unobserve(): void {}

    disconnect(): void {}
  }
  vi.stubGlobal("IntersectionObserver", Near)
}

/** What a carousel asks of the window and jsdom does not have: no media query matches, and nothing changes its size. */
export function allowCarousels(): void {
  class Still {
    observe(): void {}

    unobserve(): void {}

    disconnect(): void {}
  }
  vi.stubGlobal("ResizeObserver", Still)
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
}
