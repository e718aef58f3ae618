import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { getLesson } from "#contract/product/learning.ts"
import { signedIn } from "#web/testing/build-user.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { LessonScreen } from "./lesson-screen.tsx"

test("a lesson that is locked has a heading, its reason, and the way to what opens it", async () => {
  const api = fakeApi()
  signedIn(api)
  api.refuse(getLesson, "step_not_allowed", "Lessons open again when the instalment has arrived.")
  renderScreen(<LessonScreen />, { at: "/learn/one", path: "/learn/:lessonId" })
  await screen.findByText("Lessons open again when the instalment has arrived.")
  expect(screen.getByRole("heading", { level: 1, name: "Lesson" })).not.toBeNull()
  expect(screen.getByRole("link", { name: "Back to the program" }).getAttribute("href")).toBe("/learn")
})
