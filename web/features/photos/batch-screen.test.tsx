import { fireEvent, screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import { type Batch, getBatch, startBatch } from "#contract/product/batches.ts"
import { getStudio } from "#contract/product/generations.ts"
import { listOpenRuns } from "#contract/product/runs.ts"
import { noAnswerMessage } from "#web/lib/api-error.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { fakeUploads } from "#web/testing/fake-upload.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { Component } from "./batch-screen.tsx"
import { buildRun } from "./build-run.ts"
import { handOver } from "./pending-files.ts"

const item = buildRun({
  ...{ id: "run2", kind: "cut-out", status: "ready", progress: 1, feeCredits: 1, parentRunId: "run1" },
  result: {
    picture: { id: "p1", url: "http://localhost/pictures/p1", width: 1_200, height: 800 },
    ...{ sourceUrl: null, sourceWidth: 1_200, sourceHeight: 800, isSure: true },
  },
})
const batch: Batch = {
  ...{ id: "batch1", status: "ready", feeCredits: 1, createdAt: "2026-01-01T10:00:00.000Z" },
  recipe: {
    tool: "cut-out",
    factor: 2,
    ground: "transparent",
    colour: "#f3ece0",
    from: "#f3ece0",
    to: "#c9a877",
    presets: [],
  },
  items: [{ position: 0, name: "shoe.jpg", run: item }],
}

test("a batch whose answer gets lost is sent again as the same one, another one with another recipe", async () => {
  const uploads = fakeUploads()
  const api = fakeApi()
  api.answer(getStudio, { data: { engine: "local", isLocalEngine: true, canBePrivate: true, modes: {}, kinds: {} } })
  api.answer(listOpenRuns, { data: [] })
  api.answer(getBatch, { data: batch })
  api.breakOff(startBatch)
  handOver([new File(["a"], "shoe.jpg", { type: "image/jpeg" })])
  const user = renderScreen(<Component />, { at: "/generations/batch?tool=cut-out" })
  await waitFor(() => expect(uploads).toHaveLength(1))
  uploads[0]?.keep("http://localhost/pictures/shoe")
  const generate = await screen.findByRole("button", { name: "Generate (1 credit)" })
  const keys = (): (string | undefined)[] => api.callsOf(startBatch).map(({ idempotencyKey }) => idempotencyKey)
  await user.click(generate)
  await screen.findByText(noAnswerMessage)
  await user.click(generate)
  await waitFor(() => expect(keys()).toHaveLength(2))
  expect(keys()[1]).toBe(keys()[0])

  await user.click(screen.getByRole("radio", { name: "Colour" }))
  fireEvent.change(screen.getByLabelText("Colour", { selector: "[type=color]" }), { target: { value: "#336699" } })
  expect(screen.getByText(/^1 of 1 photo uploaded/).textContent).toBe(
    "1 of 1 photo uploaded. 1 × 1 credit. The background is free.",
  )
  api.answer(startBatch, { data: batch })
  await waitFor(() => expect(generate.hasAttribute("disabled")).toBe(false))
  await user.click(generate)
  expect(await screen.findByText(/^1 of 1 done/)).toBeTruthy()
  expect(keys()).toHaveLength(3)
  expect(keys()[2]).not.toBe(keys()[0])
  expect(api.callsOf(startBatch)[2]?.body.recipe).toMatchObject({ ground: "colour", colour: "#336699" })
  expect(screen.getByRole("link", { name: "Download for… shoe.jpg" }).getAttribute("href")).toBe(
    "/generations/export?image=%2Fpictures%2Fp1",
  )
})
