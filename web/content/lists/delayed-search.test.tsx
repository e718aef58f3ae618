import { act, cleanup, fireEvent, render, screen } from "@testing-library/react"
import { useState } from "react"
import { createMemoryRouter, Link, RouterProvider, useSearchParams } from "react-router"
import { afterEach, beforeEach, expect, test, vi } from "vitest"
import { DelayedSearch } from "./delayed-search.tsx"

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

function People() {
  const [address, setAddress] = useSearchParams()
  return (
    <>
      <DelayedSearch
        hint="A name"
        value={address.get("search") ?? ""}
        onChange={(search) => setAddress({ search }, { replace: true })}
      />
      <Link to="/people/ada">Ada</Link>
    </>
  )
}

function Person() {
  return <h1>Ada Obi</h1>
}

/** @param arrived settles when the code of the person's page is there */
function openPeople(arrived: Promise<void>): ReturnType<typeof createMemoryRouter> {
  const routes = [
    { path: "/people", element: <People /> },
    { path: "/people/ada", lazy: () => arrived.then(() => ({ Component: Person })) },
  ]
  const router = createMemoryRouter(routes, { initialEntries: ["/people"] })
  render(<RouterProvider router={router} />)
  return router
}

test("a search goes out when the typing has stopped", async () => {
  const router = openPeople(Promise.resolve())
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "ada" } })
  expect(router.state.location.search).toBe("")
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  expect(router.state.location.search).toBe("?search=ada")
})

/** A list whose address changes long after it was asked to. */
function SlowList({ sent }: { sent: string[] }) {
  const [value, setValue] = useState("")
  return (
    <>
      <DelayedSearch hint="A name" value={value} onChange={(search) => sent.push(search)} />
      <button type="button" onClick={() => setValue(sent.at(-1) ?? "")}>
        Arrive
      </button>
      <button type="button" onClick={() => setValue("a saved view")}>
        Save
      </button>
    </>
  )
}

test("what is typed while a search is on its way stays, and goes out too; a saved view takes its place", async () => {
  const sent: string[] = []
  render(<RouterProvider router={createMemoryRouter([{ path: "/", element: <SlowList sent={sent} /> }])} />)
  const field = screen.getByRole<HTMLInputElement>("searchbox")
  const type = async (value: string, ms: number): Promise<void> => {
    fireEvent.change(field, { target: { value } })
    await act(() => vi.advanceTimersByTimeAsync(ms))
  }
  await type("ada@e", 300)
  await type("ada@exam", 100)
  fireEvent.click(screen.getByRole("button", { name: "Arrive" }))
  expect(field.value).toBe("ada@exam")
  await type("ada@example.com", 2_000)
  expect(sent).toEqual(["ada@e", "ada@example.com"])
  fireEvent.click(screen.getByRole("button", { name: "Arrive" }))
  expect(field.value).toBe("ada@example.com")
  fireEvent.click(screen.getByRole("button", { name: "Save" }))
  expect(field.value).toBe("a saved view")
})

test.each([
  ["at once", 0],
  // The router has been told, but the page has not been drawn anew since.
  ["while the machine is busy", 300],
])("a link pressed right after typing is not undone by the search, %s", async (_name, busyMs) => {
  const code = Promise.withResolvers<void>()
  const router = openPeople(code.promise)
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "ada" } })
  await act(async () => {
    fireEvent.click(screen.getByRole("link"))
    vi.advanceTimersByTime(busyMs)
  })
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  await act(async () => code.resolve())
  expect(router.state.location.pathname).toBe("/people/ada")
  expect(screen.getByRole("heading").textContent).toBe("Ada Obi")
})
