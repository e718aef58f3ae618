import { QueryClientProvider } from "@tanstack/react-query"
import { cleanup, configure, render, waitFor } from "@testing-library/react"
import { PointerEventsCheckLevel, type UserEvent, userEvent } from "@testing-library/user-event"
import type { ReactElement } from "react"
import { toast } from "react-hot-toast/headless"
import { createMemoryRouter, Outlet, type RouteObject, RouterProvider, useLocation } from "react-router"
import { afterEach, expect, vi } from "vitest"
import { routes } from "#web/app/router.tsx"
import { createQueryClient } from "#web/lib/calls/query-client.ts"
import { Toaster } from "#web/ui/overlay/toast.tsx"

// A busy machine may take seconds over what is shown at once elsewhere.
configure({ asyncUtilTimeout: 60_000 })
vi.setConfig({ testTimeout: 120_000 })

// jsdom draws nothing, so it cannot scroll.
window.scrollTo = () => {}
Element.prototype.scrollIntoView ??= () => {}

afterEach(() => {
  cleanup()
  toast.remove()
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, "")
})

interface Place {
  /** Address that is open. */
  at?: string | undefined
  /** State of its history entry. */
  state?: unknown
  /** Path of the route, when it has `:name` parts. */
  path?: string | undefined
}

/** Shows one screen by itself. Where it leads to is read with `shownAddress`. */
export function renderScreen(screen: ReactElement, { at = "/", state, path }: Place = {}): UserEvent {
  const own = path ?? at.split(/[?#]/)[0] ?? "/"
  return open(
    [
      {
        Component: Around,
        children: [
          { path: own, element: screen },
          { path: "*", element: null },
        ],
      },
    ],
    at,
    state,
  )
}

/** Opens the whole product at an address: router, guards and frames. */
export function renderApp(at: string): UserEvent {
  return open([{ Component: Address, children: routes }], at)
}

/** Waits until the page is at this path and query: another screen may have to be loaded first. */
export async function expectAddress(address: string): Promise<void> {
  await waitFor(() => expect(shownAddress()).toBe(address))
}

/** Path and query of where the page is now. */
export function shownAddress(): string {
  return document.querySelector("[data-address]")?.getAttribute("data-address") ?? ""
}

/** The part of the page that its address names, with its #; "" for none. */
export function shownPart(): string {
  return document.querySelector("[data-part]")?.getAttribute("data-part") ?? ""
}

function open(tree: RouteObject[], at: string, state?: unknown): UserEvent {
  const { pathname, search, hash } = new URL(at, location.origin)
  const router = createMemoryRouter(tree, { initialEntries: [{ pathname, search, hash, state }] })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  // No styles are read here, so what a press reaches is not known: whether the page behind a dialog can be pressed, the
  // journeys in a browser tell. Left on, the check refuses what Radix writes into elements for a moment while one opens.
  return userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
}

function Around(): ReactElement {
  return (
    <>
      <Address />
      <Toaster />
    </>
  )
}

function Address(): ReactElement {
  const { pathname, search, hash } = useLocation()
  return (
    <div data-address={`${pathname}${search}`} data-part={hash}>
      <Outlet />
    </div>
  )
}
