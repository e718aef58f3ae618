import { render, screen } from "@testing-library/react"
import { userEvent } from "@testing-library/user-event"
import type { ReactElement } from "react"
import { createMemoryRouter, RouterProvider } from "react-router"
import { expect, test, vi } from "vitest"
import { reportClientError } from "#contract/operations/client-errors.ts"
import { noAnswer } from "#web/lib/calls/api-error.ts"
import { reportCrash } from "#web/lib/page/crash-report.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { networkAtRest } from "#web/testing/network.ts"
import { ErrorScreen } from "./error-screen.tsx"

const cracked = new Error("The pot is cracked")

function Broken(): ReactElement {
  throw cracked
}

test("a page that fails while it is drawn says so under an id, which is copied with its details and sent to us once", async () => {
  const api = fakeApi()
  api.answer(reportClientError, null)
  vi.spyOn(console, "error").mockImplementation(() => {})
  const user = userEvent.setup()
  render(<RouterProvider router={createMemoryRouter([{ path: "/", Component: Broken, ErrorBoundary: ErrorScreen }])} />)
  await screen.findByRole("heading", { name: "Unexpected Application Error!" })
  expect(screen.getByRole("button", { name: "Reload" })).toBeDefined()
  await user.click(screen.getByRole("button", { name: "Copy details" }))
  await screen.findByText("Copied.")
  expect(await navigator.clipboard.readText()).toContain("The pot is cracked")
  await networkAtRest()
  reportCrash("error", cracked)
  await networkAtRest()
  const [sent, ...more] = api.callsOf(reportClientError)
  expect(sent?.body).toMatchObject({ kind: "screen", message: "Error: The pot is cracked", page: "/" })
  expect(more).toEqual([])
  expect(await navigator.clipboard.readText()).toContain(sent?.body.id)
  expect(screen.getByText(sent?.body.id ?? "")).toBeDefined()
  vi.restoreAllMocks()
})

test("what fails beside the screens is sent a few times, without words and addresses; the line's failures are not", async () => {
  const api = fakeApi()
  api.answer(reportClientError, null)
  history.replaceState(null, "", "/payment/1767600000000-0123456789abcdef?token=secret")
  reportCrash("rejection", new TypeError("Failed to fetch dynamically imported module: https://studio.example/a.js"))
  reportCrash("rejection", new DOMException("Called off", "AbortError"))
  reportCrash("rejection", noAnswer())
  const typed = "a long letter about pots that somebody wrote to us"
  reportCrash(
    "rejection",
    new SyntaxError(`Unexpected token in "${typed}" of ada@example.com at https://a.example/b?c=d`),
  )
  for (const count of [1, 2, 3]) reportCrash("error", new Error(`once more ${count}`))
  await networkAtRest()
  const bodies = api.callsOf(reportClientError).map(({ body }) => body)
  // One was told by the test before; three are the most of a page.
  expect(bodies).toHaveLength(2)
  expect(bodies[0]).toMatchObject({
    message: 'SyntaxError: Unexpected token in "…" of [address] at https://a.example/b',
    page: "/payment/:id",
  })
  expect(JSON.stringify(bodies)).not.toMatch(/letter|ada@|secret|c=d/)
  history.replaceState(null, "", "/")
})
