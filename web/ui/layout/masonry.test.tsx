import { act, cleanup, fireEvent, render, screen } from "@testing-library/react"
import type { ReactNode } from "react"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { Masonry } from "./masonry.tsx"
import type { MasonryItem } from "./masonry-layout.ts"

/** jsdom lays nothing out: the list says where the page has scrolled to. */
let scrolledTo = 0

beforeEach(() => {
  scrolledTo = 0
  vi.spyOn(HTMLElement.prototype, "getBoundingClientRect").mockImplementation(
    () => ({ top: -scrolledTo, left: 0, width: 1000, height: 0, bottom: 0, right: 0, x: 0, y: 0 }) as DOMRect,
  )
  vi.spyOn(window, "innerWidth", "get").mockReturnValue(1200)
  vi.spyOn(window, "innerHeight", "get").mockReturnValue(800)
})

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function scrollTo(top: number): void {
  scrolledTo = top
  act(() => {
    fireEvent.scroll(document)
  })
}

function buildItems(count: number): MasonryItem[] {
  return Array.from({ length: count }, (_, index) => ({ id: `${index}`, width: 100, height: 100 + (index % 3) * 25 }))
}

const boxOf = (item: MasonryItem): MasonryItem => item

function renderItem(item: MasonryItem): ReactNode {
  return <button type="button">Picture {item.id}</button>
}

test("only pictures near the screen are in the document, and the end can be reached", () => {
  render(<Masonry label="Pictures" items={buildItems(10_000)} boxOf={boxOf} renderItem={renderItem} />)
  expect(screen.getByText("Picture 0")).toBeTruthy()
  expect(screen.getAllByRole("listitem").length).toBeLessThan(100)
  scrollTo(Number.parseFloat(screen.getByRole("list").style.height) - 800)
  expect(screen.getByText("Picture 9999")).toBeTruthy()
  expect(screen.queryByText("Picture 0")).toBeNull()
  expect(screen.getAllByRole("listitem").length).toBeLessThan(100)
})

test("each picture says its place in the whole", () => {
  render(<Masonry label="Pictures" items={buildItems(500)} boxOf={boxOf} renderItem={renderItem} />)
  const third = screen.getByText("Picture 2").closest("li")
  expect([third?.getAttribute("aria-posinset"), third?.getAttribute("aria-setsize")]).toEqual(["3", "500"])
})

test("a picture with the focus stays when the page is scrolled away", () => {
  render(<Masonry label="Pictures" items={buildItems(10_000)} boxOf={boxOf} renderItem={renderItem} />)
  const button = screen.getByText("Picture 1")
  act(() => button.focus())
  scrollTo(200_000)
  expect(document.activeElement).toBe(button)
})

test("asks for more once when the end is within 100 px, and again when more have come", () => {
  let asked = 0
  const ask = (): void => {
    asked += 1
  }
  const grid = (count: number) => (
    <Masonry label="Pictures" items={buildItems(count)} boxOf={boxOf} renderItem={renderItem} onNearEnd={ask} />
  )
  const { rerender } = render(grid(100))
  const end = Number.parseFloat(screen.getByRole("list").style.height) - 800
  scrollTo(end - 120)
  expect(asked).toBe(0)
  scrollTo(end - 90)
  scrollTo(end)
  expect(asked).toBe(1)
  rerender(grid(125))
  scrollTo(Number.parseFloat(screen.getByRole("list").style.height) - 800)
  expect(asked).toBe(2)
})

test("what stays is not drawn again when more comes", async () => {
  const drawn: string[] = []
  const draw = (item: MasonryItem): ReactNode => {
    drawn.push(item.id)
    return renderItem(item)
  }
  const many = buildItems(20)
  const { rerender } = render(<Masonry label="Pictures" items={many.slice(0, 12)} boxOf={boxOf} renderItem={draw} />)
  const before = drawn.length
  expect(before).toBeGreaterThan(0)
  rerender(<Masonry label="Pictures" items={many} boxOf={boxOf} renderItem={draw} />)
  await screen.findByText("Picture 19")
  expect(drawn.slice(before).filter((id) => Number(id) < 12)).toEqual([])
})

test("asks at once when the first pictures do not fill the screen", () => {
  let asked = 0
  render(
    <Masonry
      label="Pictures"
      items={buildItems(2)}
      boxOf={boxOf}
      renderItem={renderItem}
      onNearEnd={() => (asked += 1)}
    />,
  )
  expect(asked).toBe(1)
})

test("the end of a grid taller than a browser can lay out is reached too", () => {
  vi.spyOn(window, "innerWidth", "get").mockReturnValue(390)
  render(<Masonry label="Pictures" items={buildItems(100_000)} boxOf={boxOf} renderItem={renderItem} />)
  const height = Number.parseFloat(screen.getByRole("list").style.height)
  expect(height).toBeLessThan(16_000_000)
  scrollTo(height - 800)
  const last = screen.getByText("Picture 99999").closest("li")
  expect(Number.parseFloat(last?.style.top ?? "")).toBeGreaterThan(height - 800)
  expect(Number.parseFloat(last?.style.top ?? "")).toBeLessThan(height)
})
