import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { listDoubts } from "#contract/studio/cut-outs.ts"
import { checkExports, type ExportCheck } from "#contract/studio/exports.ts"
import { getStudio } from "#contract/studio/generations.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { Component } from "./export-screen.tsx"

const preview = "data:image/webp;base64,UklGRg=="
const at = "/generations/export?image=/pictures/one"

function check(about: Partial<ExportCheck>): { data: ExportCheck } {
  const rules = [{ rule: "border" as const, isPassed: true, reason: "White all around." }]
  return { data: { preset: "jumia-680x850", isPassed: true, rules, bytes: 80_000, preview, ...about } }
}

function fakeStudio(): FakeApi {
  const api = fakeApi()
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: {} } })
  return api
}

test("shows the very file, and offers the mend of a background with its price", async () => {
  const rules = [{ rule: "border" as const, isPassed: false, reason: "The product stands before a background." }]
  fakeStudio().answer(checkExports, check({ isPassed: false, rules }))
  renderScreen(<Component />, { at })
  expect((await screen.findByRole("img", { name: "The file for Jumia 680 × 850" })).getAttribute("src")).toBe(preview)
  const mend = screen.getByRole("link", { name: "Remove the background · 1 credit" })
  expect(mend.getAttribute("href")).toBe("/generations/bg-remover?image=%2Fpictures%2Fone")
})

test("says that a picture is too small for a place, and offers to enlarge it with its price", async () => {
  const rules = [{ rule: "sharpness" as const, isPassed: false, reason: "Too small: the picture has 400 × 400 px." }]
  fakeStudio().answer(checkExports, check({ isPassed: false, rules }))
  renderScreen(<Component />, { at })
  expect(await screen.findByText("Sharpness: Too small: the picture has 400 × 400 px.")).toBeTruthy()
  const mend = screen.getByRole("link", { name: "Enlarge it first · 2 credits" })
  expect(mend.getAttribute("href")).toBe("/generations/photo-upscaling?image=%2Fpictures%2Fone")
})

test("shows and downloads a cut-out before the colours that its address names", async () => {
  const api = fakeStudio()
  api.answer(checkExports, check({}))
  renderScreen(<Component />, { at: `${at}&colour=%23336699&colour=%23c9a877` })
  await screen.findByText("Passes")
  expect(api.callsOf(checkExports).map(({ query }) => query)).toEqual([
    { image: "/pictures/one", preset: "jumia-680x850", what: "made", from: "#336699", to: "#c9a877" },
  ])
  const address = screen.getByRole("link", { name: "Download" }).getAttribute("href") ?? ""
  expect(new URL(address, "http://here").searchParams.getAll("from")).toEqual(["#336699"])
  expect(screen.getByText(/On the background that you chose/)).toBeTruthy()
})

test("offers nothing where all is well", async () => {
  fakeStudio().answer(checkExports, check({}))
  renderScreen(<Component />, { at })
  await screen.findByText("Passes")
  expect(screen.queryByRole("link", { name: /Remove the background/ })).toBeNull()
})

test("says the doubt of a cut-out beside its download, in the words it has elsewhere", async () => {
  const api = fakeStudio()
  api.answer(checkExports, check({}))
  api.answer(listDoubts, { data: [{ pictureId: "one", cutOutId: "two" }] })
  renderScreen(<Component />, { at })
  const link = await screen.findByRole("link", { name: "Look at this one: we are not sure of the edge" })
  expect(link.getAttribute("href")).toBe("/generations/cut-out?picture=two")
  expect(await screen.findByText("Passes, once the edge is right")).toBeTruthy()
  expect(screen.queryByText("Passes")).toBeNull()
})
