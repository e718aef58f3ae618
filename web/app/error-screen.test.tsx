import { render, screen } from "@testing-library/react"
import { userEvent } from "@testing-library/user-event"
import type { ReactElement } from "react"
import { createMemoryRouter, RouterProvider } from "react-router"
import { expect, test, vi } from "vitest"
import { fakeApi } from "#web/testing/fake-api.ts"
import { ErrorScreen } from "./error-screen.tsx"

function Broken(): ReactElement {
  throw new Error("The pot is cracked")
}

test("a page that fails while it is drawn says so, and its details can be copied", async () => {
  fakeApi()
  vi.spyOn(console, "error").mockImplementation(() => {})
  const user = userEvent.setup()
  render(<RouterProvider router={createMemoryRouter([{ path: "/", Component: Broken, ErrorBoundary: ErrorScreen }])} />)
  await screen.findByRole("heading", { name: "Unexpected Application Error!" })
  expect(screen.getByRole("button", { name: "Reload" })).toBeDefined()
  await user.click(screen.getByRole("button", { name: "Copy details" }))
  await screen.findByText("Copied.")
  expect(await navigator.clipboard.readText()).toContain("The pot is cracked")
  vi.restoreAllMocks()
})
