import { screen, waitFor } from "@testing-library/react"
import { expect, test } from "vitest"
import { operatorActions } from "#contract/identity/operator-actions.ts"
import { type LogLine, listOperatorLog } from "#contract/operations/people.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { LogScreen } from "./audit-log-screen.tsx"

const line: LogLine = {
  id: "1",
  operator: "Ada",
  action: "codes.add",
  subject: "",
  about: "WEEK10",
  before: "",
  after: "",
  address: "198.51.100.7",
  reason: "Market week",
  createdAt: "2026-01-05T10:00:00.000+00:00",
}

test("every action has words, and only what is about a person can be about somebody who left", async () => {
  const api = fakeApi()
  const actions = Object.keys(operatorActions)
  api.answer(listOperatorLog, { data: actions.map((action, n) => ({ ...line, id: String(n), action })) })
  renderScreen(<LogScreen />)
  const lines = await screen.findAllByRole("listitem")
  expect(lines).toHaveLength(actions.length)
  for (const [n, [action, [words, about]]] of Object.entries(operatorActions).entries()) {
    const text = lines[n]?.textContent ?? ""
    expect(text).toContain(`Ada ${words} ${about === "person" ? "somebody who left: “WEEK10”" : "WEEK10"}`)
    expect(text).not.toContain(action)
  }
})

test("a line tells what was and what is, and from where it was done", async () => {
  const api = fakeApi()
  const changed = { ...line, action: "team.change", subject: "Bola", about: "", before: "support", after: "finance" }
  const closed = { ...line, id: "2", action: "admissions.closeTime", about: "" }
  api.answer(listOperatorLog, { data: [changed, closed] })
  renderScreen(<LogScreen />)
  const [first, second] = await screen.findAllByRole("listitem")
  expect(first?.textContent).toContain("Ada changed the role of Bola")
  expect(first?.textContent).toContain("Before: support · After: finance")
  expect(first?.textContent).toMatch(/Market week · .* · 198\.51\.100\.7$/)
  expect(second?.textContent).toContain("took back a time for interviews Market week")
})

test("the log is narrowed down on the server, as a file too", async () => {
  const api = fakeApi()
  api.answer(listOperatorLog, { data: [] })
  const user = renderScreen(<LogScreen />, { at: "/operator/log?search=ada" })
  await screen.findByText("Nothing found")
  await user.selectOptions(screen.getByLabelText(/About/), "credits")
  await waitFor(() => {
    expect(api.callsOf(listOperatorLog).at(-1)?.query).toMatchObject({ search: "ada", part: "credits" })
    const file = screen.getByRole("link", { name: "Download as CSV" })
    expect(file.getAttribute("href")).toBe("/operators/log.csv?part=credits&search=ada")
  })
})
