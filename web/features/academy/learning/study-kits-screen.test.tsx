import { screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import { getStudyKit, markKitRead } from "#contract/academy/learning.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { StudyKitsScreen } from "./study-kits-screen.tsx"

test("what is read says so, and the keyboard goes on from there", async () => {
  const api = fakeApi()
  const read = new Set<string>()
  api.answer(getStudyKit, () => ({
    data: {
      files: [
        {
          id: "kit",
          title: "Study kit",
          text: "Four evenings.",
          url: "/study-kits/study-kit.pdf",
          byteSize: 90_000,
          isRead: read.has("kit"),
        },
      ],
      lesson: {
        title: "Sample lesson",
        isRead: read.has("sample-lesson"),
        versions: [],
        seconds: 78,
        captionsUrl: "/study-kits/sample-lesson.vtt",
        blocks: [],
      },
    },
  }))
  api.answer(markKitRead, ({ params: { item } }) => {
    read.add(item)
    return { data: { item } }
  })
  const user = renderScreen(<StudyKitsScreen />, { at: "/study-kits" })
  await screen.findByText(/^1 minute 18 seconds\./)
  expect(screen.getByRole("link", { name: "Go on to the assessment" }).getAttribute("href")).toBe("/assessment")
  ;(await screen.findByRole("button", { name: "Mark as read: Study kit" })).focus()
  await user.keyboard("{Enter}")
  await screen.findByText("Read", { exact: true })
  const open = screen.getByRole("link", { name: /^Open PDF.*of Study kit/ })
  await waitFor(() => expect(document.activeElement).toBe(open))
  screen.getByRole("button", { name: "Mark as done" }).focus()
  await user.keyboard("{Enter}")
  await screen.findByText("Done", { exact: true })
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole("heading", { name: "Sample lesson" })))
  expect(screen.queryByRole("button", { name: /mark/i })).toBeNull()
})
