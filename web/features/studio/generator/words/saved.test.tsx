import { screen, waitFor, within } from "@testing-library/react"
import type { UserEvent } from "@testing-library/user-event"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { getStudio, type StudioOffer } from "#contract/studio/generations.ts"
import { changePreset, createPreset, deletePreset, listPresets, type Preset } from "#contract/studio/words/presets.ts"
import {
  forgetAllPrompts,
  forgetPrompt,
  listRecentPrompts,
  type RecentPrompt,
} from "#contract/studio/words/recent-prompts.ts"
import { PinnedPresets } from "#web/content/presets/pinned-presets.tsx"
import { Component as GeneratorScreen } from "#web/features/studio/generator/generator-screen.tsx"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { expectAddress, renderScreen } from "#web/testing/render-screen.tsx"

let api: FakeApi
let presets: Preset[]
let prompts: RecentPrompt[]

const offer: StudioOffer = { engine: "replicate", isLocalEngine: false, refusal: null, label: null, feeCredits: 5 }

function answerStudio(about: { canBePrivate?: boolean; refusal?: string } = {}): void {
  const modes = { "flux1.1-pro": offer, "flux-dev-realism": { ...offer, refusal: about.refusal ?? null } }
  const studio = { engine: "hosted", isLocalEngine: false, canBePrivate: about.canBePrivate ?? true, modes, kinds: {} }
  api.answer(getStudio, { data: studio })
}

beforeEach(() => {
  api = fakeApi()
  answerStudio()
  const about = { mode: "flux1.1-pro", aspect_ratio: "4:5", num_outputs: 1, is_public: true, is_pinned: false } as const
  presets = [
    { id: "p1", name: "Jumia", ...about },
    { id: "p2", name: "Flyer", ...about, mode: "flux-dev-realism", num_outputs: 3, is_public: false, is_pinned: true },
    { id: "p3", name: "Old", ...about, mode: "gone-mode" },
  ]
  prompts = ["a mug", "a red hat", "a blue hat"].map((prompt, i) => ({
    id: String(i).repeat(32),
    prompt,
    used_at: "2026-01-01T00:00:00.000Z",
  }))
  api.answer(listPresets, () => ({ data: presets }))
  api.answer(listRecentPrompts, () => ({ data: prompts }))
})

const open = (): UserEvent => renderScreen(<GeneratorScreen />, { at: "/generations/flux?mode=flux1.1-pro" })
const field = (): HTMLTextAreaElement => screen.getByLabelText<HTMLTextAreaElement>("Prompt")

describe("the last prompts", () => {
  test("are stepped through with Alt and the arrows, and what was being typed comes back", async () => {
    const user = open()
    await user.type(field(), "my own")
    await user.keyboard("{Alt>}{ArrowUp}{/Alt}")
    await waitFor(() => expect(field().value).toBe("a mug"))
    expect(screen.getByText("Prompt 1 of 3")).toBeDefined()
    await user.keyboard("{Alt>}{ArrowUp}{/Alt}")
    await waitFor(() => expect(field().value).toBe("a red hat"))
    await user.keyboard("{Alt>}{ArrowUp}{/Alt}")
    await waitFor(() => expect(field().value).toBe("a blue hat"))
    await user.keyboard("{Alt>}{ArrowUp}{/Alt}")
    expect(await screen.findByText("That was the oldest.")).toBeDefined()
    for (const words of ["a red hat", "a mug", "my own"]) {
      await user.keyboard("{Alt>}{ArrowDown}{/Alt}")
      await waitFor(() => expect(field().value).toBe(words))
    }
  })

  test("are searched, chosen and taken off the list", async () => {
    api.answer(forgetPrompt, ({ params }) => {
      prompts = prompts.filter(({ id }) => id !== params.promptId)
      return { message: "Done." }
    })
    api.answer(forgetAllPrompts, () => {
      prompts = []
      return { message: "Done." }
    })
    const user = open()
    await user.click(screen.getByRole("button", { name: "Last prompts" }))
    const dialog = within(await screen.findByRole("dialog", { name: "Last prompts" }))
    await dialog.findByRole("button", { name: "a mug" })
    await user.type(dialog.getByLabelText("Search"), "HAT blue")
    expect(dialog.getAllByRole("listitem")).toHaveLength(1)
    await user.click(dialog.getByRole("button", { name: "Take off the list: a blue hat" }))
    expect(await dialog.findByText("No prompt has these words.")).toBeDefined()
    await user.clear(dialog.getByLabelText("Search"))
    await user.click(dialog.getByRole("button", { name: "a red hat" }))
    expect(field().value).toBe("a red hat")
    expect(screen.queryByRole("dialog")).toBeNull()

    await user.click(screen.getByRole("button", { name: "Last prompts" }))
    await user.click(await screen.findByRole("button", { name: "Empty the list" }))
    expect(api.callsOf(forgetAllPrompts)).toHaveLength(0)
    await user.click(screen.getByRole("button", { name: "Empty the list of 2" }))
    expect(await screen.findByText(/^Nothing yet/)).toBeDefined()
  })
})

describe("presets", () => {
  test("keep the settings of the form, and a name that was refused stays in its field", async () => {
    api.refuse(createPreset, "step_not_allowed", "You have a preset “Shop” already. Choose another name.")
    const user = open()
    await user.click(screen.getByRole("radio", { name: "9:16" }))
    await user.click(screen.getByRole("button", { name: "Presets" }))
    const dialog = within(await screen.findByRole("dialog", { name: "Presets" }))
    await user.click(dialog.getByRole("button", { name: "Keep these settings" }))
    expect(await dialog.findByText("Give it a name.")).toBeDefined()
    await user.type(dialog.getByLabelText("Name"), "Shop")
    await user.click(dialog.getByRole("button", { name: "Keep these settings" }))
    expect(await dialog.findByText("You have a preset “Shop” already. Choose another name.")).toBeDefined()
    expect(dialog.getByLabelText<HTMLInputElement>("Name").value).toBe("Shop")
    const kept = { name: "Shop", mode: "flux1.1-pro", aspect_ratio: "9:16", num_outputs: 1, is_public: false }
    expect(api.callsOf(createPreset)[0]?.body).toEqual(kept)
  })

  test("fill in the form, also that of another mode", async () => {
    const user = open()
    await user.click(screen.getByRole("button", { name: "Presets" }))
    const rows = await screen.findAllByRole("listitem")
    await user.click(within(rows[0] as HTMLElement).getByRole("button", { name: "Use" }))
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "4:5" }).checked).toBe(true)
    await user.click(screen.getByRole("button", { name: "Presets" }))
    const again = await screen.findAllByRole("listitem")
    await user.click(within(again[1] as HTMLElement).getByRole("button", { name: "Use" }))
    await expectAddress("/generations/flux?mode=flux-dev-realism")
    expect(screen.getByRole<HTMLInputElement>("radio", { name: "3" }).checked).toBe(true)
  })

  test("are renamed, pinned and deleted", async () => {
    api.answer(changePreset, ({ body }) => {
      const changed = { ...(presets[0] as Preset), ...(body.name && { name: body.name }) }
      presets = [{ ...changed, is_pinned: body.is_pinned ?? changed.is_pinned }]
      return { data: presets[0] as Preset }
    })
    api.answer(deletePreset, () => {
      presets = []
      return { message: "Gone." }
    })
    const user = open()
    await user.click(screen.getByRole("button", { name: "Presets" }))
    const [row] = await screen.findAllByRole("listitem")
    await user.click(within(row as HTMLElement).getByRole("button", { name: "Rename" }))
    await user.clear(screen.getByLabelText("New name"))
    await user.type(screen.getByLabelText("New name"), "Jiji{Enter}")
    await user.click(await screen.findByRole("button", { name: "Pin Jiji to the home and Generate", pressed: false }))
    await screen.findByRole("button", { name: "Pin Jiji to the home and Generate", pressed: true })
    await user.click(screen.getByRole("button", { name: "Delete Jiji" }))
    expect(await screen.findByText("No presets yet.")).toBeDefined()
  })

  test("say what of them does not hold any more", async () => {
    answerStudio({ canBePrivate: false, refusal: "This mode rests today." })
    presets = presets.map((preset) => (preset.id === "p1" ? { ...preset, is_public: false } : preset))
    const user = open()
    await user.click(screen.getByRole("button", { name: "Presets" }))
    const [first, second, third] = await screen.findAllByRole("listitem")
    expect(await within(first as HTMLElement).findByText("Your pictures are public now.")).toBeDefined()
    expect(within(second as HTMLElement).getByText("This mode rests today.")).toBeDefined()
    expect(within(third as HTMLElement).getByText("Its mode is no longer offered.")).toBeDefined()
    const use = within(third as HTMLElement).getByRole<HTMLButtonElement>("button", { name: "Use" })
    expect(use.disabled).toBe(true)
  })

  test("that are pinned stand on Generate, one press from the filled-in form", async () => {
    renderScreen(<PinnedPresets />, { at: "/generations" })
    const pinned = within(await screen.findByRole("region", { name: "Pinned presets" }))
    expect(pinned.getAllByRole("listitem")).toHaveLength(1)
    expect(pinned.getByRole("link", { name: "Flyer" }).getAttribute("href")).toBe(
      "/generations/flux?mode=flux-dev-realism&shape=4%3A5&count=3&sees=me",
    )
  })
})

test("where the browser has no room for a draft it says so, and the words stay", async () => {
  const full = vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError")
  })
  const user = open()
  await user.type(field(), "a mug")
  expect(await screen.findByText(/^This browser has no room to keep your words/)).toBeDefined()
  expect(field().value).toBe("a mug")
  full.mockRestore()
})
