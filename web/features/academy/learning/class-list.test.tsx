import { screen } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { joinClass } from "#contract/academy/learning.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { ClassList } from "./class-list.tsx"

const live = { startsAt: "2027-03-02T17:00:00.000Z", minutes: 60, hasAttended: false }
const classes = [
  { ...live, id: "now", title: "Week one", isOpen: true },
  { ...live, id: "later", title: "Week two", isOpen: false },
]

test("an open class is joined by its link, also where the browser opens no page by itself; others say when", async () => {
  const api = fakeApi()
  api.answer(joinClass, ({ params: { classId } }) => ({ data: { joinUrl: `https://meet.example/${classId}` } }))
  const opened = vi.spyOn(window, "open").mockReturnValue(null)
  const user = renderScreen(<ClassList classes={classes} />, { at: "/learn" })
  expect(screen.getAllByRole("button", { name: "Join" })).toHaveLength(1)
  screen.getByText("Opens 15 minutes before")
  await user.click(screen.getByRole("button", { name: "Join" }))
  const link = await screen.findByRole("link", { name: "Open the class, in a new tab" })
  expect(link.getAttribute("href")).toBe("https://meet.example/now")
  expect(opened).toHaveBeenCalledExactlyOnceWith("https://meet.example/now", "_blank", "noreferrer")
})

test("a class that closed meanwhile says so", async () => {
  const api = fakeApi()
  api.refuse(joinClass, "step_not_allowed", "This class has not opened yet.")
  const user = renderScreen(<ClassList classes={classes} />, { at: "/learn" })
  await user.click(screen.getByRole("button", { name: "Join" }))
  await screen.findByText("This class has not opened yet.")
  expect(screen.queryByRole("link")).toBeNull()
})
