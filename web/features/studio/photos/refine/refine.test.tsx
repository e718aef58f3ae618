import { fireEvent, screen, waitFor } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { messages } from "#contract/messages.ts"
import { type CutOut, getCutOut, refineCutOut, settleCutOut } from "#contract/studio/cut-outs.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { Refine } from "./refine.tsx"

const cutOut: CutOut = {
  id: "one",
  url: "http://localhost/pictures/one",
  width: 1_000,
  height: 500,
  version: 0,
  isRefined: false,
  photoUrl: "http://localhost/v1/storage/photo",
  isSure: true,
  isSettled: true,
  answers: null,
}

// jsdom draws nothing.
HTMLCanvasElement.prototype.getContext = () => null

test("the brush is moved, sized and used with the keyboard, and its strokes are sent once", async () => {
  const api = fakeApi()
  api.answer(getCutOut, { data: cutOut })
  api.answer(refineCutOut, { data: { ...cutOut, version: 1, isRefined: true, url: `${cutOut.url}?v=1` } })
  const user = renderScreen(<Refine pictureId="one" onClose={() => {}} />)
  const area = await screen.findByRole("application", { name: "Painting area" })
  await user.click(screen.getByRole("radio", { name: "Brush" }))
  expect(screen.getByRole("button", { name: "Save changes" })).toHaveProperty("disabled", true)
  area.focus()
  await user.keyboard("+{ArrowRight}{ArrowDown}")
  expect(screen.getByText("51 % across, 52 % down")).toBeTruthy()
  await user.keyboard("[Space>]{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}[/Space]")
  await user.click(screen.getByRole("radio", { name: "Erase" }))
  area.focus()
  await user.keyboard("[Space]")
  await user.keyboard("{Control>}z{/Control}")
  await user.click(screen.getByRole("button", { name: "Redo" }))
  await user.click(screen.getByRole("button", { name: "Save changes" }))
  await waitFor(() => expect(api.callsOf(refineCutOut)).toHaveLength(1))
  const [sent] = api.callsOf(refineCutOut)
  expect(sent?.body).toEqual({
    version: 0,
    taps: [],
    strokes: [
      { kind: "keep", radius: 22.5, points: [510, 260, 520, 260, 530, 260, 540, 260, 550, 260] },
      { kind: "erase", radius: 22.5, points: [550, 260] },
    ],
    edge: { shift: 0, feather: 0, isClean: false },
  })
  expect(await screen.findByRole("button", { name: "Bring back the first" })).toBeTruthy()
  expect(screen.getByRole("button", { name: "Undo" })).toHaveProperty("disabled", true)
})

test("what is wrong is tapped with the keyboard, a box is drawn with it, and both are sent in their order", async () => {
  const api = fakeApi()
  api.answer(getCutOut, { data: cutOut })
  api.answer(refineCutOut, { data: { ...cutOut, version: 1, isRefined: true } })
  const user = renderScreen(<Refine pictureId="one" onClose={() => {}} />)
  const area = await screen.findByRole("application", { name: "Painting area" })
  area.focus()
  await user.keyboard("{ArrowRight}{Enter}{ArrowDown}[Space]{Control>}z{/Control}")
  expect(screen.getByText("Brought back what you tapped")).toBeTruthy()
  await user.click(screen.getByRole("radio", { name: "Box" }))
  area.focus()
  await user.keyboard("{Enter}{Shift>}{ArrowRight}{ArrowDown}{/Shift}{Escape}")
  await user.keyboard("{Enter}{Shift>}{ArrowLeft}{ArrowUp}{/Shift}{Enter}")
  expect(screen.getByText("Everything outside the box is gone")).toBeTruthy()
  await user.click(screen.getByRole("button", { name: "Undo" }))
  await user.click(screen.getByRole("button", { name: "Redo" }))
  await user.click(screen.getByRole("button", { name: "Save changes" }))
  await waitFor(() => expect(api.callsOf(refineCutOut)).toHaveLength(1))
  expect(api.callsOf(refineCutOut)[0]?.body).toMatchObject({
    strokes: [],
    taps: [
      { kind: "belongs", x: 510, y: 250 },
      { kind: "box", left: 510, top: 260, right: 560, bottom: 310 },
    ],
  })
})

test("the edge is moved and softened step by step, back and forth, and sent in pixels", async () => {
  const api = fakeApi()
  api.answer(getCutOut, { data: cutOut })
  api.answer(refineCutOut, { data: { ...cutOut, version: 1, isRefined: true } })
  const user = renderScreen(<Refine pictureId="one" onClose={() => {}} />)
  const shift = await screen.findByRole("slider", { name: "Move the edge" })
  const feather = screen.getByRole("slider", { name: "Soften the edge" })
  const slide = (slider: HTMLElement, value: number) => fireEvent.change(slider, { target: { value } })
  expect(shift.getAttribute("aria-valuetext")).toBe("as it is")
  slide(shift, -2)
  expect(shift.getAttribute("aria-valuetext")).toBe("1 px inwards")
  fireEvent.pointerDown(feather)
  for (const value of [3, 6, 4]) slide(feather, value)
  fireEvent.pointerUp(feather)
  await user.click(screen.getByRole("switch", { name: "Clean the edge" }))
  const undo = screen.getByRole("button", { name: "Undo" })
  await user.click(undo)
  await user.click(undo)
  expect(feather.getAttribute("aria-valuetext")).toBe("as it is")
  await user.click(screen.getByRole("button", { name: "Redo" }))
  expect(feather.getAttribute("aria-valuetext")).toBe("2 px")
  await user.click(screen.getByRole("button", { name: "Save changes" }))
  await waitFor(() => expect(api.callsOf(refineCutOut)).toHaveLength(1))
  const edge = { shift: -1, feather: 2, isClean: false }
  expect(api.callsOf(refineCutOut)[0]?.body).toEqual({ version: 0, taps: [], strokes: [], edge })
  expect(shift.getAttribute("aria-valuetext")).toBe("as it is")
})

test("a cut-out whose photo is gone says so", async () => {
  fakeApi().answer(getCutOut, { data: { ...cutOut, photoUrl: null } })
  const close = vi.fn()
  const user = renderScreen(<Refine pictureId="one" onClose={close} />)
  expect((await screen.findByRole("alert")).textContent).toContain("not kept any more")
  await user.click(screen.getByRole("button", { name: "Close" }))
  expect(close).toHaveBeenCalled()
})

test.each([
  ["an unsure cut-out says its doubt while it is mended, until it looks right", false],
  ["a sure cut-out says none", true],
])("%s", async (_, isSure) => {
  const api = fakeApi()
  api.answer(getCutOut, { data: { ...cutOut, isSure, isSettled: isSure } })
  api.answer(settleCutOut, { data: { ...cutOut, isSure, isSettled: true } })
  const user = renderScreen(<Refine pictureId="one" onClose={() => {}} />)
  await screen.findByRole("application", { name: "Painting area" })
  expect(screen.queryByText(messages.cutOutDoubt) === null).toBe(isSure)
  if (isSure) return
  await user.click(screen.getByRole("button", { name: "Looks right" }))
  expect(await screen.findByText("You have looked at this one.")).toBeTruthy()
  expect(screen.queryByText(messages.cutOutDoubt)).toBeNull()
})
