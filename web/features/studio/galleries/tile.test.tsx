import { cleanup, render, screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { Star } from "lucide-react"
import { afterEach, expect, test, vi } from "vitest"
import { Tile } from "./tile.tsx"

afterEach(cleanup)

function show(): { button: HTMLElement; isDrawn: () => boolean } {
  render(
    <Tile
      href="/pictures/a"
      image={<img alt="a clay pot" />}
      words="a clay pot on a table"
      actions={[{ label: "Star", Icon: Star, onPress: () => undefined }]}
    />,
  )
  const button = screen.getByRole("button", { name: "Star" })
  const isDrawn = (): boolean => {
    const [icon, words] = [button.querySelector("svg"), screen.queryByText("a clay pot on a table")]
    expect(icon === null).toBe(words === null)
    return icon !== null
  }
  return { button, isDrawn }
}

test("by a finger all of a tile is seen from the start", () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }))
  expect(show().isDrawn()).toBe(true)
})

test("with a mouse alone its words and icons wait until it is pointed at", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }))
  const { isDrawn } = show()
  expect(isDrawn()).toBe(false)
  await userEvent.hover(screen.getByRole("img", { name: "a clay pot" }))
  expect(isDrawn()).toBe(true)
})

test("or has the focus, and its buttons are found by the arrow keys", async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: true }))
  const { button, isDrawn } = show()
  await userEvent.tab()
  expect(isDrawn()).toBe(true)
  await userEvent.keyboard("{ArrowRight}")
  expect(document.activeElement).toBe(button)
})
