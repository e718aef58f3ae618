import { screen, waitFor } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { checkTable, importTable, type TableCheck } from "#contract/studio/shelf-import.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { Component } from "./table-screen.tsx"

const found: TableCheck = {
  encoding: "windows-1252",
  separator: ";",
  columns: [
    { title: "Item", samples: ["Café"], field: "name" },
    { title: "Cost", samples: ["100"], field: null },
  ],
  rows: 1,
  created: 1,
  changed: 0,
  unchanged: 0,
  withoutPicture: 0,
  faults: [],
  shelf: "one",
}

test("asks again with each choice, and imports what was told of the shelf as it was then", async () => {
  const api = fakeApi()
  api.answer(checkTable, { data: found })
  api.answer(importTable, { data: { created: 1, changed: 0, unchanged: 0 } })
  const user = userEvent.setup()
  renderScreen(<Component />, { at: "/shelf/table", path: "/shelf/table" })
  const file = new File([new Uint8Array([73, 233])], "goods.csv", { type: "text/csv" })
  const input = document.querySelector<HTMLInputElement>("input[type=file]")
  if (!input) throw new Error("There is no field for a file.")
  await user.upload(input, file)
  expect(await screen.findByText(/parted by semicolons\. Its letters were read as Windows \(1252\)/)).toBeTruthy()
  expect(api.callsOf(checkTable)[0]?.body).toEqual({ file: "Sek=", encoding: null, mapping: null, known: "update" })
  await user.selectOptions(screen.getByLabelText("What “Cost” holds"), "priceNgn")
  await waitFor(() => expect(api.callsOf(checkTable).at(-1)?.body.mapping).toEqual(["name", "priceNgn"]))
  const press = screen.getByRole<HTMLButtonElement>("button", { name: "Import 1 product" })
  await waitFor(() => expect(press.disabled).toBe(false))
  await user.click(press)
  await waitFor(() =>
    expect(api.callsOf(importTable)[0]?.body).toMatchObject({ mapping: ["name", "priceNgn"], shelf: "one" }),
  )
})

test("takes nothing while anything is wrong, and says where", async () => {
  const api = fakeApi()
  const faults = Array.from({ length: 25 }, (_, place) => ({
    row: place + 2,
    column: "Cost",
    message: "This is no price.",
  }))
  api.answer(checkTable, { data: { ...found, faults } })
  const user = userEvent.setup()
  renderScreen(<Component />, { at: "/shelf/table", path: "/shelf/table" })
  const input = document.querySelector<HTMLInputElement>("input[type=file]")
  if (!input) throw new Error("There is no field for a file.")
  await user.upload(input, new File(["Item\nBag"], "goods.csv", { type: "text/csv" }))
  expect(await screen.findAllByRole("cell", { name: "This is no price." })).toHaveLength(20)
  await user.click(screen.getByRole("button", { name: "Show all 25" }))
  expect(screen.getAllByRole("cell", { name: "This is no price." })).toHaveLength(25)
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Import 1 product" }).disabled).toBe(true)
})
