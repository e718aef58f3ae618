import { screen, waitFor } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { type CutOut, getCutOut, refineCutOut } from "#contract/product/cut-outs.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { Refine } from "./refine.tsx"

const cutOut: CutOut = {
  ...{ id: "one", url: "http://localhost/pictures/one", width: 1_000, height: 500, version: 0, isRefined: false },
  photoUrl: "http://localhost/v1/storage/photo",
}

// jsdom draws nothing.
HTMLCanvasElement.prototype.getContext = () => null

test("the brush is moved, sized and used with the keyboard, and its strokes are sent once", async () => {
  const api = fakeApi()
  api.answer(getCutOut, { data: cutOut })
  api.answer(refineCutOut, { data: { ...cutOut, version: 1, isRefined: true, url: `${cutOut.url}?v=1` } })
  const user = renderScreen(<Refine pictureId="one" onClose={() => {}} />)
  const area = await screen.findByRole("application", { name: "Painting area" })
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
    strokes: [
      { kind: "keep", radius: 22.5, points: [510, 260, 520, 260, 530, 260, 540, 260, 550, 260] },
      { kind: "erase", radius: 22.5, points: [550, 260] },
    ],
  })
  expect(await screen.findByRole("button", { name: "Bring back the first" })).toBeTruthy()
  expect(screen.getByRole("button", { name: "Undo" })).toHaveProperty("disabled", true)
})

test("a cut-out whose photo is gone says so", async () => {
  fakeApi().answer(getCutOut, { data: { ...cutOut, photoUrl: null } })
  const close = vi.fn()
  const user = renderScreen(<Refine pictureId="one" onClose={close} />)
  expect((await screen.findByRole("alert")).textContent).toContain("not kept any more")
  await user.click(screen.getByRole("button", { name: "Close" }))
  expect(close).toHaveBeenCalled()
})
