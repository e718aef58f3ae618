import { screen, within } from "@testing-library/react"
import { expect, test } from "vitest"
import { demoModels } from "#contract/catalogue/demo-models.ts"
import { expectAddress, renderScreen } from "#web/testing/render-screen.tsx"
import { DemoGenerate, DemoTraining } from "./demo-screens.tsx"

test.each(demoModels)("shows what $name is trained with, takes no photo, and leads to what it draws", async (demo) => {
  const user = renderScreen(<DemoTraining />, { at: `/demotraining?mode=${demo.triggerWord}` })
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe("Custom Model Training Demo")
  expect(within(screen.getByRole("list", { name: "Photos of the demo" })).getAllByRole("img")).toHaveLength(3)
  expect(document.querySelector("input")).toBeNull()
  expect(screen.getByRole("link", { name: "Train with your own photos" }).getAttribute("href")).toBe(
    `/training?mode=${demo.style}`,
  )
  await user.click(screen.getByRole("link", { name: `Start the ${demo.name} demo` }))
  await expectAddress(`/demogenerate?mode=${demo.triggerWord}`)
})

test.each(demoModels)("shows what $name draws, and leads to the dashboard", async (demo) => {
  const user = renderScreen(<DemoGenerate />, { at: `/demogenerate?mode=${demo.triggerWord}` })
  expect(screen.getByRole("heading", { level: 1 }).textContent).toBe(`${demo.name} Demo`)
  expect(screen.getByLabelText("Prompt")).toHaveProperty("value", demo.prompt)
  expect(within(screen.getByRole("list", { name: "Pictures of the demo" })).getAllByRole("img")).toHaveLength(2)
  await user.click(screen.getByRole("button", { name: "Generate" }))
  await expectAddress("/app")
})
