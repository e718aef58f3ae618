import { screen } from "@testing-library/react"
import { expect, test } from "vitest"
import { type BadgeCheck, checkBadge } from "#contract/academy/badges.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { BadgeCheckScreen } from "./badge-check-screen.tsx"

const certificate = {
  ...{ code: "ABCD-2345-EFGH", name: "Ada Obi", programName: "Systems Integration" },
  ...{ cohort: 1, issuedOn: "2027-06-01" },
}

test("a badge file is read and checked, and each answer says whose it is or what is wrong", async () => {
  const api = fakeApi()
  const user = renderScreen(<BadgeCheckScreen />)
  await user.upload(screen.getByLabelText("Badge file"), new File(["a.badge.file"], "badge.jwt"))
  await screen.findByText(/badge\.jwt is below/)
  await user.type(screen.getByLabelText(/^Name or e-mail/), "Bola Ade")
  const answers: [BadgeCheck, string | RegExp][] = [
    [{ verdict: "valid", certificate, isTheirs: null }, "Valid, and issued to Ada Obi"],
    [{ verdict: "valid", certificate, isTheirs: false }, "This badge is somebody else's"],
    [{ verdict: "withdrawn", code: certificate.code }, "This badge was withdrawn"],
    [{ verdict: "not_ours" }, "This is not a badge of ours"],
    [{ verdict: "old_key" }, "This badge counts no more"],
  ]
  for (const [answer, title] of answers) {
    api.answer(checkBadge, { data: answer })
    await user.click(screen.getByRole("button", { name: "Check" }))
    await screen.findByRole("heading", { level: 2, name: title })
  }
  expect(api.callsOf(checkBadge)[0]?.body).toEqual({ badge: "a.badge.file", person: "Bola Ade" })
})
