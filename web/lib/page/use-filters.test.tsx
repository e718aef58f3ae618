import { act, render } from "@testing-library/react"
import type { ReactNode } from "react"
import { createMemoryRouter, RouterProvider } from "react-router"
import { expect, test } from "vitest"
import { OrderFilters } from "#contract/money/orders-admin.ts"
import { useFilters } from "./use-filters.ts"

test("two filters set at nearly the same time both hold", async () => {
  const hook: { current?: ReturnType<typeof useFilters<typeof OrderFilters>> } = {}
  const Probe = (): ReactNode => {
    hook.current = useFilters(OrderFilters)
    return null
  }
  const router = createMemoryRouter([{ path: "/operator/orders", element: <Probe /> }], {
    initialEntries: ["/operator/orders?currency=NGN"],
  })
  render(<RouterProvider router={router} />)
  await act(async () => {
    hook.current?.set("search", "ada")
    hook.current?.set("status", "paid")
  })
  expect(hook.current?.values).toEqual({ currency: "NGN", search: "ada", status: "paid" })
  await act(async () => hook.current?.set("search", ""))
  expect(router.state.location.search).toBe("?currency=NGN&status=paid")
})
