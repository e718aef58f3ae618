import { screen, within } from "@testing-library/react"
import { expect, test, vi } from "vitest"
import { type Certificate, getCertificate } from "#contract/academy/learning.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { CertificateScreen } from "./certificate-screen.tsx"

const certificate: Certificate = {
  code: "ABCD-2345-EFGH",
  name: "Ada Obi",
  programId: "systems_intergration",
  programName: "Systems Integration",
  cohort: 1,
  issuedOn: "2027-06-01",
  isWithdrawn: false,
  isYours: false,
  url: "https://studio.example.com/certificate/ABCD-2345-EFGH",
  qrUrl: "https://studio.example.com/certificates/ABCD-2345-EFGH/code.svg",
}

function open(change: Partial<Certificate> = {}) {
  const api = fakeApi()
  api.answer(getCertificate, { data: { ...certificate, ...change } })
  const at = "/certificate/abcd-2345-efgh"
  return { api, user: renderScreen(<CertificateScreen />, { at, path: "/certificate/:code" }) }
}

test("a certificate names its person, program and cohort, and has a page and a PDF to print", async () => {
  const print = vi.spyOn(window, "print").mockImplementation(() => {})
  const { api, user } = open()
  await screen.findByRole("heading", { level: 1, name: "Ada Obi" })
  screen.getByText(/with cohort 1: every required lesson/)
  expect(api.callsOf(getCertificate)[0]?.params).toEqual({ code: certificate.code })
  const file = screen.getByRole("link", { name: "Download PDF" })
  expect(file.getAttribute("href")).toBe("/certificates/ABCD-2345-EFGH/certificate.pdf")
  const badge = screen.getByRole("link", { name: "Download badge" })
  expect(badge.getAttribute("href")).toBe("/certificates/ABCD-2345-EFGH/badge.jwt")
  await user.click(screen.getByRole("button", { name: "Print" }))
  expect(print).toHaveBeenCalledOnce()
})

test("each field for LinkedIn is copied as it stands there, by its owner", async () => {
  const { user } = open({ isYours: true })
  const fields = await screen.findByRole("region", { name: "For your LinkedIn profile" })
  for (const [name, value] of [
    ["Copy name", "Systems Integration, cohort 1"],
    ["Copy issuing organisation", "Aworan Academy"],
    ["Copy issue date", "1 June 2027"],
    ["Copy credential id", certificate.code],
    ["Copy credential url", certificate.url],
  ] as const) {
    await user.click(within(fields).getByRole("button", { name }))
    expect(await navigator.clipboard.readText()).toBe(value)
  }
})

test("a stranger sees nothing for a profile of their own", async () => {
  open()
  await screen.findByRole("heading", { level: 1, name: "Ada Obi" })
  expect(screen.queryByText(/LinkedIn/)).toBeNull()
})

test.each([
  [false, "If somebody showed it to you, ask them about it, or us."],
  [true, "It was issued to you. Ask us why it was withdrawn, or tell us if you think that this is wrong."],
])(
  "one that was withdrawn says so, shows neither the name nor a file, and leads on (its owner: %s)",
  async (isYours, words) => {
    open({ isWithdrawn: true, isYours })
    await screen.findByText(words)
    expect(screen.getByRole("link", { name: "Contact us" }).getAttribute("href")).toBe("/contact")
    const about = screen.getByRole("link", { name: "About Systems Integration" })
    expect(about.getAttribute("href")).toMatch(/\/program\?programId=systems_intergration$/)
    await screen.findByRole("heading", { level: 1, name: "This certificate was withdrawn" })
    expect(screen.queryByText("Ada Obi")).toBeNull()
    expect(screen.queryByRole("link", { name: /^Download/ })).toBeNull()
  },
)
