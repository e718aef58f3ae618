import { screen } from "@testing-library/react"
import { hydrateRoot } from "react-dom/client"
import { renderToString } from "react-dom/server"
import { createMemoryRouter, RouterProvider } from "react-router"
import { expect, test } from "vitest"
import { useProviderFailure } from "#web/lib/session/provider-sign-in.ts"

function Page() {
  const failure = useProviderFailure()
  return <main>{failure && <p role="alert">{failure}</p>}</main>
}

const pageAt = (address: string) => (
  <RouterProvider router={createMemoryRouter([{ path: "/sign-in", Component: Page }], { initialEntries: [address] })} />
)

test("a page that was drawn ahead is taken over without an error, and then says what failed", async () => {
  const root = document.createElement("div")
  document.body.append(root)
  root.innerHTML = renderToString(pageAt("/sign-in"))
  const errors: unknown[] = []
  hydrateRoot(root, pageAt("/sign-in?error=access_denied"), { onRecoverableError: (error) => errors.push(error) })
  await screen.findByText("Signing in there did not work. Please try again.")
  expect(errors).toEqual([])
})
