import { cleanup, screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import { messages } from "#contract/messages.ts"
import { type CutOut, chooseAnswer, getCutOut, settleCutOut } from "#contract/studio/cut-outs.ts"
import { getRun, listOpenRuns } from "#contract/studio/runs.ts"
import { makeScene } from "#contract/studio/scenes.ts"
import { buildRun } from "#web/testing/build-run.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen, shownAddress } from "#web/testing/render-screen.tsx"
import { Component } from "./cut-out-screen.tsx"

const answers = {
  firstUrl: "http://localhost/cut-outs/one/answers/first",
  otherUrl: "http://localhost/cut-outs/one/answers/other",
  chosen: "first",
} as const
const cutOut: CutOut = {
  id: "one",
  url: "http://localhost/pictures/one",
  width: 400,
  height: 300,
  version: 0,
  isRefined: false,
  photoUrl: "http://localhost/v1/storage/photo",
  isSure: false,
  isSettled: false,
  answers,
}

test("where the engine was not sure, its second answer is taken with one press and shown at once", async () => {
  const api = fakeApi()
  api.answer(getCutOut, { data: cutOut })
  const taken = { ...cutOut, url: `${cutOut.url}?v=1`, version: 1, answers: { ...answers, chosen: "other" as const } }
  api.answer(chooseAnswer, { data: taken })
  const user = renderScreen(<Component />, { at: "/generations/cut-out?picture=one" })
  expect(await screen.findByText("Look at this one: we are not sure of the edge")).toBeTruthy()
  await user.click(await screen.findByRole("radio", { name: "Second answer" }))
  await waitFor(() =>
    expect(screen.getByRole("img", { name: "Without its background" }).getAttribute("src")).toBe("/pictures/one?v=1"),
  )
  expect(api.callsOf(chooseAnswer).map(({ body }) => body)).toEqual([{ answer: "other" }])
  expect(screen.getByRole("link", { name: "Make a scene" }).getAttribute("href")).toContain("v%3D1")
})

test("an unsure cut-out that looks right is settled with one press, and warned of no more", async () => {
  const api = fakeApi()
  api.answer(getCutOut, { data: cutOut })
  api.answer(settleCutOut, { data: { ...cutOut, isSettled: true } })
  const user = renderScreen(<Component />, { at: "/generations/cut-out?picture=one" })
  await user.click(await screen.findByRole("button", { name: "Looks right" }))
  expect(await screen.findByText("You have looked at this one.")).toBeTruthy()
  expect(api.callsOf(settleCutOut).map(({ body }) => body)).toEqual([{ version: 0 }])
  expect(screen.queryByRole("button", { name: "Looks right" })).toBeNull()
  expect(screen.getByRole("radio", { name: "Second answer" })).toBeTruthy()
})

test("what is downloaded has the ground that is shown, and there is one way to download it", async () => {
  const api = fakeApi()
  api.answer(getCutOut, { data: { ...cutOut, isSure: true, isSettled: true, answers: null } })
  api.answer(listOpenRuns, { data: [] })
  const picture = { id: "two", url: "http://localhost/pictures/two", width: 400, height: 300 }
  const result = { picture, sourceUrl: null, sourceWidth: 400, sourceHeight: 300, isSure: true }
  const job = buildRun({ kind: "scene", status: "ready", progress: 1, result })
  api.answer(getRun, { data: job })
  api.answer(makeScene, { message: "Scene made successfully", data: picture.url, job })
  const user = renderScreen(<Component />, { at: "/generations/cut-out?picture=one" })
  const files = (): (string | null)[] =>
    screen.queryAllByRole("link", { name: "Download" }).map((link) => link.getAttribute("href"))
  await screen.findByRole("button", { name: "Refine" })
  expect(files()).toEqual(["/pictures/one?download"])
  await user.click(screen.getByRole("radio", { name: "White" }))
  expect(files()).toEqual([])
  await user.click(screen.getByRole("button", { name: "Save with this background" }))
  await waitFor(() => expect(files()).toEqual(["/pictures/two?download"]))
  expect(api.callsOf(makeScene).map(({ body }) => body.ground)).toEqual([{ kind: "colour", colour: "#ffffff" }])
  const exports = screen.getAllByRole("link", { name: "Download for…" }).map((link) => link.getAttribute("href"))
  expect(exports).toEqual(["/generations/export?image=%2Fpictures%2Ftwo"])
})

test("the ground that was chosen, and what was saved of it, are there again after a reload", async () => {
  const api = fakeApi()
  api.answer(getCutOut, { data: { ...cutOut, isSure: true, isSettled: true, answers: null } })
  api.answer(listOpenRuns, { data: [] })
  const picture = { id: "two", url: "http://localhost/pictures/two", width: 400, height: 300 }
  const result = { picture, sourceUrl: null, sourceWidth: 400, sourceHeight: 300, isSure: true }
  const job = buildRun({ id: "r1", kind: "scene", title: "Product on white", status: "ready", progress: 1, result })
  api.answer(getRun, { data: job })
  api.answer(makeScene, { message: "Made: product on white", data: picture.url, job })
  const user = renderScreen(<Component />, { at: "/generations/cut-out?picture=one" })
  await user.click(await screen.findByRole("radio", { name: "White" }))
  await user.click(screen.getByRole("button", { name: "Save with this background" }))
  await waitFor(() => expect(shownAddress()).toBe("/generations/cut-out?picture=one&saved=r1&ground=white"))
  const address = shownAddress()
  cleanup()
  const again = renderScreen(<Component />, { at: address })
  expect((await screen.findByRole<HTMLInputElement>("radio", { name: "White" })).checked).toBe(true)
  const file = await screen.findByRole("link", { name: "Download" })
  expect(file.getAttribute("href")).toBe("/pictures/two?download")
  // Another ground was not saved.
  await again.click(screen.getByRole("radio", { name: "Colour" }))
  expect(await screen.findByRole("button", { name: "Save with this background" })).toBeTruthy()
  await waitFor(() => expect(shownAddress()).toBe("/generations/cut-out?picture=one&ground=e8d8c0"))
})

test("a ground behind an unsure cut-out is saved with its doubt, and no success is told", async () => {
  const api = fakeApi()
  api.answer(getCutOut, { data: cutOut })
  api.answer(listOpenRuns, { data: [] })
  const picture = { id: "two", url: "http://localhost/pictures/two", width: 400, height: 300 }
  const toLookAt = { ...picture, id: "one", url: cutOut.url }
  const source = { sourceUrl: null, sourceWidth: 400, sourceHeight: 300 }
  const result = { picture, ...source, isSure: true, isSettled: false, toLookAt }
  const job = buildRun({ id: "r2", kind: "scene", title: "Product on white", status: "ready", progress: 1, result })
  api.answer(getRun, { data: job })
  api.answer(makeScene, { message: messages.cutOutDoubt, data: picture.url, job })
  const user = renderScreen(<Component />, { at: "/generations/cut-out?picture=one&ground=white" })
  await user.click(await screen.findByRole("button", { name: "Save with this background" }))
  const notice = await screen.findByRole("link", { name: "Look at it" })
  expect(notice.getAttribute("href")).toBe("/generations/cut-out?picture=one")
  const message = notice.closest("[role=status]")?.parentElement
  expect(message?.querySelector(".text-amber")).toBeTruthy()
  expect(message?.querySelector(".text-leaf")).toBeNull()
})

test("a sure cut-out is shown without a warning", async () => {
  fakeApi().answer(getCutOut, { data: { ...cutOut, isSure: true, isSettled: true, answers: null } })
  renderScreen(<Component />, { at: "/generations/cut-out?picture=one" })
  expect(await screen.findByRole("button", { name: "Refine" })).toBeTruthy()
  expect(screen.queryByText(/not sure of the edge/)).toBeNull()
})
