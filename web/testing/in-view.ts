import { vi } from "vitest"

/** Everything a screen watches is in view at once; jsdom itself has no layout to tell by. */
export function bringAllIntoView(): void {
  class AllInView {
    readonly #report: (entries: { isIntersecting: boolean }[]) => void

    constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
      this.#report = report
    }

    observe(): void {
      queueMicrotask(() => this.#report([{ isIntersecting: true }]))
    }

    unobserve(): void {}

    disconnect(): void {}
  }
  vi.stubGlobal("IntersectionObserver", AllInView)
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
