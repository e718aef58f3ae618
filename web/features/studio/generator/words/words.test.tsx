import { screen, waitFor, within } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import { beforeEach, describe, expect, test } from "vitest"
import { maxPromptCharacters } from "#contract/catalogue/prompts.ts"
import { getStudio, listOpenOrders, type PromptReading, readPrompt } from "#contract/studio/generations.ts"
import { Component as GeneratorScreen } from "#web/features/studio/generator/generator-screen.tsx"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"

let api: FakeApi

beforeEach(() => {
  api = fakeApi()
  api.answer(getStudio, { data: { engine: "hosted", isLocalEngine: false, canBePrivate: true, modes: {}, kinds: {} } })
  api.answer(listOpenOrders, { data: [] })
  api.answer(readPrompt, { data: null })
})

const open = (): UserEvent => renderScreen(<GeneratorScreen />, { at: "/generations/flux?mode=flux1.1-pro" })
const field = (): HTMLTextAreaElement => screen.getByLabelText<HTMLTextAreaElement>("Prompt")

async function write(user: UserEvent, prompt: string): Promise<void> {
  await user.clear(field())
  await user.click(field())
  await user.paste(prompt)
}

function read(about: Partial<NonNullable<PromptReading>>): void {
  const nothing = { understood: [], substituted: [], ignored: [], unknown: null, nearest: null, scene: {} }
  api.answer(readPrompt, { data: { ...nothing, isUnderstood: true, isLarge: false, ...about } })
}

/** The group of chips with this name. */
async function chipsOf(name: string): Promise<ReturnType<typeof within>> {
  return within(await screen.findByRole("group", { name }))
}

describe("chips", () => {
  test("write plain words into the prompt, and are changed by editing them", async () => {
    const user = open()
    await user.click(screen.getByRole("button", { name: "Choose the words" }))
    const light = await chipsOf("Light")
    await user.click((await chipsOf("What it is")).getByRole("button", { name: "ankara handbag" }))
    await user.click(light.getByRole("button", { name: "harmattan light" }))
    await user.click((await chipsOf("Where")).getByRole("button", { name: "Lagos balcony" }))
    expect(field().value).toBe("an ankara handbag on a Lagos balcony, harmattan light")

    await write(user, "an ankara handbag at a market stall, golden light")
    const pressed = screen.getAllByRole("button", { pressed: true }).map(({ textContent }) => textContent)
    expect(pressed).toEqual(["ankara handbag", "market stall", "golden light"])
    await user.click(light.getByRole("button", { name: "golden light" }))
    expect(field().value).toBe("an ankara handbag at a market stall")
  })

  test("replace what the engine read in other words, and leave the rest as it was written", async () => {
    read({ scene: { product: "kettle", light: "at sunset" } })
    const user = open()
    await write(user, "my grandmother's kettle, at sunset, no text")
    await user.click(screen.getByRole("button", { name: "Choose the words" }))
    expect(await screen.findByText("at sunset", { selector: "summary *" })).toBeDefined()
    await user.click((await chipsOf("Light")).getByRole("button", { name: "soft light" }))
    expect(field().value).toBe("my grandmother's kettle, no text, soft light")
  })

  test("take the place of two of their kind, and of a thing with all that was said of it", async () => {
    read({ scene: { product: "kettle", light: "soft light" } })
    const user = open()
    await write(user, "my grandmother's old kettle in a kitchen, soft light, no text, golden light")
    await user.click(screen.getByRole("button", { name: "Choose the words" }))
    expect(await screen.findByText("kettle", { selector: "summary *" })).toBeDefined()
    await user.click((await chipsOf("Light")).getByRole("button", { name: "moonlight" }))
    expect(field().value).toBe("my grandmother's old kettle in a kitchen, no text, moonlight")
    await user.click((await chipsOf("What it is")).getByRole("button", { name: "wristwatch" }))
    expect(field().value).toBe("a wristwatch in a kitchen, no text, moonlight")
  })

  test("leave words that have no room for more as they are, and say so", async () => {
    const user = open()
    await write(user, "a".repeat(maxPromptCharacters - 3))
    await user.click(screen.getByRole("button", { name: "Choose the words" }))
    await user.click((await chipsOf("Light")).getByRole("button", { name: "soft light" }))
    expect(await screen.findByText("There is no room for more words.")).toBeDefined()
    expect(field().value).toHaveLength(maxPromptCharacters - 3)
  })
})

describe("what is missing", () => {
  test("is added by rules with its reasons, and one press takes it back", async () => {
    read({ scene: { product: "kettle", place: "kitchen" } })
    const user = open()
    await write(user, "my kettle in a kitchen")
    await user.click(screen.getByRole("button", { name: "Add what is missing" }))
    await waitFor(() =>
      expect(field().value).toBe("my kettle on a wooden table in a kitchen, morning light, eye level"),
    )
    const said = within(screen.getByText(/By fixed rules, without AI/).parentElement as HTMLElement)
    expect(said.getAllByRole("listitem").map(({ textContent }) => textContent)).toEqual([
      "wooden table: Without a surface the product stands on the bare floor of the place.",
      "morning light: Clear light from one side suits this place.",
      "eye level: At eye level a product looks as it does on a shelf.",
    ])
    await user.click(screen.getByRole("button", { name: "Undo" }))
    expect(field().value).toBe("my kettle in a kitchen")
    expect(screen.queryByText(/By fixed rules/)).toBeNull()
  })

  test("is nothing where everything is said", async () => {
    const user = open()
    await write(user, "a mug on a wooden table in a kitchen, soft light, close-up")
    await user.click(screen.getByRole("button", { name: "Add what is missing" }))
    expect(await screen.findByText(/^Nothing is missing/)).toBeDefined()
    expect(screen.queryByRole("button", { name: "Undo" })).toBeNull()
  })
})

test("the exact text that is sent stands under the words, also from right to left", async () => {
  const user = open()
  await write(user, " حقيبة 👜 \n")
  expect((await screen.findByText("Sent as:")).parentElement?.textContent).toBe("Sent as: IMG_1018.CR2: حقيبة 👜")
})
