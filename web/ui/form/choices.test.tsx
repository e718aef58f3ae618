import { cleanup, render, screen } from "@testing-library/react"
import { userEvent } from "@testing-library/user-event"
import { type ReactElement, useState } from "react"
import { afterEach, expect, test } from "vitest"
import { Combobox } from "./combobox.tsx"
import { RadioTiles } from "./radio-tiles.tsx"
import { Switch } from "./switch.tsx"

afterEach(cleanup)

const shapes = ["1:1", "4:5", "16:9"] as const

function Shapes(): ReactElement {
  const [shape, setShape] = useState<(typeof shapes)[number]>()
  const tiles = shapes.map((value) => ({ value, label: value, disabled: value === "16:9" }))
  return <RadioTiles label="Shape" tiles={tiles} value={shape} onPick={setShape} hint="Pick one." />
}

test("tiles are one group of radio buttons, and a disabled one cannot be picked", async () => {
  render(<Shapes />)
  expect(screen.getByRole("group", { name: "Shape", description: /Pick one\./ })).toBeTruthy()
  await userEvent.click(screen.getByLabelText("4:5"))
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "4:5" }).checked).toBe(true)
  await userEvent.click(screen.getByLabelText("16:9"))
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "4:5" }).checked).toBe(true)
})

test("a switch is turned by its words and by Space", async () => {
  const seen: boolean[] = []
  render(<Switch label="Display public" hint="Anyone can see it." onCheckedChange={(isOn) => seen.push(isOn)} />)
  const control = screen.getByRole("switch", { name: "Display public", description: "Anyone can see it." })
  await userEvent.click(screen.getByText("Display public"))
  control.focus()
  await userEvent.keyboard(" ")
  expect(seen).toEqual([true, false])
})

const countries = ["Ghana", "Nigeria", "Sénégal"].map((name) => ({ value: name.slice(0, 2), label: name }))

function Country({ acceptsText = false }: { acceptsText?: boolean }): ReactElement {
  const [value, setValue] = useState("")
  return (
    <>
      <Combobox label="Country" choices={countries} value={value} onPick={setValue} acceptsText={acceptsText} />
      <output>{value}</output>
    </>
  )
}

test("a combobox finds names typed without accents and takes one by Enter", async () => {
  render(<Country />)
  await userEvent.type(screen.getByLabelText("Country"), "sene")
  expect(screen.getAllByRole("option").map((option) => option.textContent)).toEqual(["Sénégal"])
  await userEvent.keyboard("{Enter}")
  expect(screen.getByRole("status").textContent).toBe("Sé")
  expect(screen.getByLabelText<HTMLInputElement>("Country").value).toBe("Sénégal")
})

test("a combobox forgets text that is not in its list, unless it accepts text", async () => {
  render(<Country />)
  await userEvent.type(screen.getByLabelText("Country"), "Atlantis")
  await userEvent.tab()
  expect(screen.getByRole("status").textContent).toBe("")
  expect(screen.getByLabelText<HTMLInputElement>("Country").value).toBe("")
  cleanup()
  render(<Country acceptsText />)
  await userEvent.type(screen.getByLabelText("Country"), "Atlantis")
  await userEvent.tab()
  expect(screen.getByRole("status").textContent).toBe("Atlantis")
})
