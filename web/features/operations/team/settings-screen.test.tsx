import { screen } from "@testing-library/react"
import userEvent from "@testing-library/user-event"
import { expect, test } from "vitest"
import { listModels } from "#contract/operations/models.ts"
import { checkMail, listSettings } from "#contract/studio/runs-admin.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { SettingsScreen } from "./settings-screen.tsx"

test("a setting's words stay as they are while one searches", async () => {
  const api = fakeApi()
  const what = "`all`, `web` or `worker`; `web` and `worker` need `DATABASE_URL`."
  const role = { name: "ROLE", group: "Server", what, default: "all", value: "", isSecret: false }
  api.answer(listSettings, { data: [role, { ...role, name: "PORT", what: "Port to listen on.", default: "3000" }] })
  api.answer(listModels, { data: { cutOuts: "They are made built in.", models: [] } })
  api.answer(checkMail, { data: { problem: null } })
  renderScreen(<SettingsScreen />)
  const words = "all, web or worker; web and worker need DATABASE_URL. Default: all."
  expect(await screen.findByText((_, element) => element?.textContent === words, { selector: "span" })).toBeTruthy()
  const search = screen.getByLabelText(/^Search/)
  // What is searched for comes before what has a place of its own.
  const card = await screen.findByText(/They are made built in/)
  expect(search.compareDocumentPosition(card) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  for (const letter of ["w", "e", "b"]) {
    await userEvent.type(search, letter)
    expect(screen.getByRole("list", { name: "Server" }).textContent).toBe(`ROLENot set${words}`)
  }
})
