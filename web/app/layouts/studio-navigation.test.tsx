import { render, screen } from "@testing-library/react"
import { CalendarRange, ClipboardList, Sun } from "lucide-react"
import { MemoryRouter } from "react-router"
import { expect, test } from "vitest"
import { StudioNavigation } from "./studio-navigation.tsx"

const items = [
  { to: "/operator", label: "Today", Icon: Sun, isExact: true },
  { to: "/operator/admissions", label: "Applications", Icon: ClipboardList },
  { to: "/operator/admissions/cohorts", label: "Programs", Icon: CalendarRange },
]

test.each([
  ["/operator", ["Today"]],
  ["/operator/people", []],
  ["/operator/admissions", ["Applications"]],
  ["/operator/admissions/applications/a1", ["Applications"]],
  ["/operator/admissions/cohorts", ["Programs"]],
])("on %s marks %j", (path, marked) => {
  const { unmount } = render(
    <MemoryRouter initialEntries={[path]}>
      <StudioNavigation label="Console" items={items} />
    </MemoryRouter>,
  )
  const links = screen.getAllByRole("link").filter((link) => link.getAttribute("aria-current") === "page")
  expect(links.map((link) => link.textContent)).toEqual(marked)
  unmount()
})
