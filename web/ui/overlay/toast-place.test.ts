import { afterEach, expect, test, vi } from "vitest"
import { findToastPlace } from "./toast-place.ts"

/** left, top, right and bottom, in px. */
type Sides = readonly [number, number, number, number]

afterEach(() => {
  document.body.innerHTML = ""
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** Lays parts of a page out in a window, which jsdom does not. @param parts where each is */
function place(width: number, height: number, parts: readonly (readonly [html: string, sides: Sides])[]): HTMLElement {
  vi.stubGlobal("innerWidth", width)
  vi.stubGlobal("innerHeight", height)
  for (const [html, [left, top, right, bottom]] of parts) {
    document.body.insertAdjacentHTML("beforeend", html)
    const element = document.body.lastElementChild
    if (!element) throw new Error("There is no such part.")
    vi.spyOn(element, "getBoundingClientRect").mockReturnValue(new DOMRect(left, top, right - left, bottom - top))
  }
  return document.createElement("section")
}

/** As on a phone: four places at the lower edge, and a header full of controls. */
const phone: readonly (readonly [string, Sides])[] = [
  ["<nav data-bottom-bar></nav>", [0, 779, 390, 844]],
  ["<button></button>", [16, 10, 60, 54]],
  ["<button></button>", [340, 10, 384, 54]],
]

test("a message stands above the bar of places and a docked button, and leaves both free", () => {
  const toaster = place(390, 844, [
    ...phone,
    ["<div data-docked></div>", [0, 690, 390, 776]],
    ["<button></button>", [16, 700, 374, 750]],
  ])
  expect(findToastPlace(toaster)).toMatchObject({ name: "bottom", bottom: 844 - 690 + 16 })
})

test("a docked button that is not at the edge, or beside the message, lifts nothing", () => {
  const higher = place(390, 844, [...phone, ["<div data-docked></div>", [0, 400, 390, 480]]])
  expect(findToastPlace(higher)).toMatchObject({ name: "bottom", bottom: 844 - 779 + 16 })
  document.body.innerHTML = ""
  const beside = place(1_440, 900, [["<div data-docked></div>", [240, 800, 640, 900]]])
  expect(findToastPlace(beside)).toMatchObject({ name: "corner", bottom: 16 })
})
