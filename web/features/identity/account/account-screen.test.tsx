import { screen, waitFor, within } from "@testing-library/react"
import { describe, expect, test, vi } from "vitest"
import { updateDocument } from "#contract/hosted/documents.ts"
import {
  deleteSession,
  listSessions,
  updateAccountEmail,
  updateAccountName,
  updateAccountPassword,
} from "#contract/identity/account.ts"
import { type Log, listLogs } from "#contract/identity/account-records.ts"
import { createVerification } from "#contract/identity/account-tokens.ts"
import { deleteAccount, exportOwnData, prepareExport } from "#contract/identity/personal-data.ts"
import { getFactorState } from "#contract/identity/second-factor-proof.ts"
import { type CreditEntry, listEntries } from "#contract/money/credits.ts"
import { listPaymentOrders, type PaymentOrder } from "#contract/money/orders.ts"
import { getOwnReferral } from "#contract/money/referrals.ts"
import { buildOrder, txRef } from "#web/testing/build-order.ts"
import { buildAccount, buildProfile, buildSession, sentToken, signedIn } from "#web/testing/build-user.ts"
import { type FakeApi, fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen, shownPart } from "#web/testing/render-screen.tsx"
import { AccountScreen } from "./account-screen.tsx"

const here = buildSession({ $id: "here", clientName: "Chrome", osName: "Windows", osVersion: "10", current: true })
const phone = buildSession({
  $id: "phone",
  clientName: "Mobile Safari",
  osName: "iOS",
  osVersion: "17",
  current: false,
})
const office = buildSession({ $id: "office", clientName: "Firefox", osName: "Mac", current: false })

function buildLog(change: Partial<Log> = {}): Log {
  const { clientName, ip, countryCode, countryName } = here
  const { osCode, osName, osVersion, clientType, clientCode, clientVersion, clientEngine } = here
  const { clientEngineVersion, deviceName, deviceBrand, deviceModel } = here
  return {
    osCode,
    osName,
    osVersion,
    clientType,
    clientCode,
    clientName,
    clientVersion,
    clientEngine,
    clientEngineVersion,
    deviceName,
    deviceBrand,
    deviceModel,
    ip,
    countryCode,
    countryName,
    event: "session.create",
    detail: "session.create",
    userId: "ada",
    userEmail: "ada@example.com",
    userName: "Ada",
    mode: "default",
    userType: "user",
    time: "2026-01-05T10:00:00.000+00:00",
    ...change,
  }
}

interface Situation {
  sessions?: (typeof here)[]
  logs?: Log[]
  account?: Parameters<typeof buildAccount>[0]
  orders?: PaymentOrder[]
  at?: string
}

const orders = [
  buildOrder({ status: "paid", receiptNumber: "R-000007" }),
  buildOrder({ tx_ref: `${txRef.slice(0, -1)}8`, isSandbox: false, status: "paid" }),
]

async function open(situation: Situation = {}) {
  const { sessions = [here], logs = [buildLog()], account = {} } = situation
  const api = fakeApi()
  signedIn(api, { account })
  api.answer(listSessions, () => ({ total: sessions.length, sessions }))
  api.answer(listLogs, ({ query }) => {
    const [limit = 25, offset = 0] = (query?.queries ?? []).map((text) => Number(/\d+/.exec(text)?.[0]))
    return { total: logs.length, logs: logs.slice(offset, offset + limit) }
  })
  api.answer(listEntries, ({ query }) => ({
    data: query?.direction === "out" ? [spent] : query?.direction === "in" ? [bought] : [spent, bought],
    nextCursor: null,
  }))
  api.answer(getOwnReferral, { data: { link: null, credits: 0, joined: 0, rewarded: 0 } })
  api.answer(getFactorState, { data: { since: "", recoveryCodesLeft: 0 } })
  api.answer(listPaymentOrders, { data: situation.orders ?? orders, nextCursor: null })
  const user = renderScreen(<AccountScreen />, { at: situation.at ?? "/account" })
  await screen.findByText("This device")
  await screen.findByText("ada@example.com")
  return { api, user }
}

const time = "2026-01-05T10:00:00.000+00:00"
const bought: CreditEntry = {
  id: "1",
  amount: 200,
  kind: "purchase",
  note: "Basic: 200 credits",
  about: { kind: "order", id: txRef, path: `/payment/${txRef}` },
  createdAt: time,
}
const spent: CreditEntry = {
  ...bought,
  id: "2",
  amount: -5,
  kind: "hold",
  note: "Flux 1.1 Pro",
  about: { kind: "run", id: "r", path: "/photo-gallery?picture=pot" },
}

const part = (name: string) => within(screen.getByRole("region", { name }))

describe("/account", () => {
  test("shows what came in and what was spent, with the way to results and orders", async () => {
    const { user } = await open()
    expect(await part("Credits").findByText("−5")).toBeTruthy()
    expect(part("Credits").getByText("+200")).toBeTruthy()
    const buy = part("Credits").getByRole("link", { name: "Buy credits" })
    expect(buy.getAttribute("href")).toBe("/credits-billing")
    const result = part("Credits").getByRole("link", { name: "Result" })
    expect(result.getAttribute("href")).toBe("/photo-gallery?picture=pot")
    expect(part("Credits").getByRole("link", { name: "Order" }).getAttribute("href")).toBe(`/payment/${txRef}`)
    await user.click(part("Credits").getByRole("radio", { name: "Spent" }))
    await waitFor(() => expect(part("Credits").queryByText("+200")).toBeNull())
    const file = part("Credits").getByRole("link", { name: "Download CSV" })
    expect(file.getAttribute("href")).toBe("/credits/entries.csv?direction=out")
  })

  test("says who reads phone and place: the team does", async () => {
    await open()
    part("Phone and place").getByText("For receipts, classes and calls. Our team can read them; other people cannot.")
  })

  test("lists orders with their receipts, and says of each sandbox payment that it is one", async () => {
    await open()
    expect(await part("Orders and receipts").findAllByText("Sandbox, no money moves")).toHaveLength(1)
    const receipt = await part("Orders and receipts").findByRole("link", { name: "Receipt R-000007" })
    expect(receipt.getAttribute("href")).toBe(`/payment/${txRef}/receipt`)
  })

  test.each([
    ["#credits", "Credits"],
    ["#orders", "Orders and receipts"],
  ])("begins at the part that %s names", async (hash, name) => {
    await open({ at: `/account${hash}` })
    const region = screen.getByRole("region", { name })
    expect(document.activeElement).toBe(region)
    expect(region.querySelector("details")?.open).toBe(true)
  })

  test("is folded where there is little room, and its address names what was opened", async () => {
    const { user } = await open()
    const isOpen = (name: string) => screen.getByRole("region", { name }).querySelector("details")?.open
    expect([isOpen("Password"), isOpen("Orders and receipts")]).toEqual([false, false])
    const summary = part("Password").getByRole("heading", { name: "Password" }).closest("summary")
    await user.click(summary as HTMLElement)
    await waitFor(() => expect(shownPart()).toBe("#password"))
    expect([isOpen("Password"), isOpen("Orders and receipts")]).toEqual([true, false])
    await user.click(summary as HTMLElement)
    await waitFor(() => expect(shownPart()).toBe(""))
    expect(isOpen("Password")).toBe(false)
  })

  test("leads from an order to the model that came with it, until that has been started", async () => {
    const next = (path: string, isUnused?: boolean) => ({ text: "Paid", next: { label: "Go on", path }, isUnused })
    const studio = { item: "studio:pro", status: "paid" } as const
    const others = [2, 3].map((last) => `${txRef.slice(0, -1)}${last}`)
    await open({
      orders: [
        buildOrder({ ...studio, success: next(`/training?ref=${txRef}`, true) }),
        buildOrder({ ...studio, tx_ref: others[0] ?? "", success: next("/training-dataset") }),
        buildOrder({ tx_ref: others[1] ?? "" }),
      ],
    })
    const links = await part("Orders and receipts").findAllByRole("link", { name: "Make your model" })
    expect(links.map((link) => link.getAttribute("href"))).toEqual([`/training?ref=${txRef}`])
  })

  test("changes the name", async () => {
    const { api, user } = await open()
    api.answer(updateAccountName, buildAccount({ name: "Ngozi Eze" }))
    const field = part("Name").getByLabelText<HTMLInputElement>("Name")
    await user.clear(field)
    await user.type(field, "Ngozi Eze")
    await user.click(part("Name").getByRole("button", { name: "Save the name" }))
    await screen.findByText("Your name is saved.")
    expect(api.callsOf(updateAccountName)[0]?.body).toEqual({ name: "Ngozi Eze" })
  })

  test("keeps what is typed while it is saved: a longer name, and the next address", async () => {
    const { api, user } = await open()
    api.answer(updateAccountName, buildAccount({ name: "Ngozi" }))
    const sendName = api.hold(updateAccountName)
    const field = part("Name").getByLabelText<HTMLInputElement>("Name")
    await user.clear(field)
    await user.type(field, " Ngozi{Enter}")
    await waitFor(() => expect(api.callsOf(updateAccountName)).toHaveLength(1))
    await user.type(field, " Eze")
    sendName()
    await screen.findByText("Your name is saved.")
    expect(field.value).toBe(" Ngozi Eze")
    const save = part("Name").getByRole<HTMLButtonElement>("button", { name: "Save the name" })
    await waitFor(() => expect(save.disabled).toBe(false))

    api.answer(updateAccountEmail, buildAccount({ email: "new@example.com" }))
    api.answer(createVerification, sentToken)
    const sendEmail = api.hold(updateAccountEmail)
    await changeEmail(user)
    await waitFor(() => expect(api.callsOf(updateAccountEmail)).toHaveLength(1))
    part("E-mail").getByText("It takes the old one's place at once. The link that we send confirms it.")
    await user.type(part("E-mail").getByLabelText("New e-mail"), ".ng")
    sendEmail()
    await screen.findByText(/We sent a link to new@example.com/)
    expect(part("E-mail").getByLabelText<HTMLInputElement>("New e-mail").value).toBe("new@example.com.ng")
    expect(part("E-mail").getByLabelText<HTMLInputElement>("Your password").value).toBe("")
  })

  async function changeEmail(user: Awaited<ReturnType<typeof open>>["user"]) {
    await user.type(part("E-mail").getByLabelText("New e-mail"), "new@example.com")
    await user.type(part("E-mail").getByLabelText("Your password"), "a better horse")
    await user.click(part("E-mail").getByRole("button", { name: "Change the e-mail" }))
  }

  test("changes the e-mail and sends the link that confirms it", async () => {
    const { api, user } = await open()
    part("E-mail").getByText("Confirmed")
    api.answer(updateAccountEmail, buildAccount({ email: "new@example.com" }))
    api.answer(createVerification, sentToken)
    await changeEmail(user)
    await screen.findByText(/We sent a link to new@example.com/)
    expect(api.callsOf(updateAccountEmail)[0]?.body).toEqual({ email: "new@example.com", password: "a better horse" })
    expect(api.callsOf(createVerification)[0]?.body.url).toMatch(/\/verify-user$/)
  })

  test.each([
    ["user_email_already_exists", "Another account has this e-mail address.", "New e-mail"],
    ["user_invalid_credentials", "The password is not right.", "Your password"],
  ] as const)("shows %s beside its field", async (type, message, label) => {
    const { api, user } = await open()
    api.refuse(updateAccountEmail, type, message)
    await changeEmail(user)
    await screen.findByText(message)
    const field = part("E-mail").getByLabelText(label)
    expect(field.getAttribute("aria-invalid")).toBe("true")
    await waitFor(() => expect(document.activeElement).toBe(field))
  })

  async function changePassword(user: Awaited<ReturnType<typeof open>>["user"], again: string) {
    const fields = part("Password")
    await user.type(fields.getByLabelText("Current password"), "a better horse")
    await user.type(fields.getByLabelText("New password"), "an even better one")
    await user.type(fields.getByLabelText("Confirm new password"), again)
    await user.click(fields.getByRole("button", { name: "Change the password" }))
  }

  test("changes the password", async () => {
    const { api, user } = await open()
    api.answer(updateAccountPassword, buildAccount())
    await changePassword(user, "an even better one")
    await screen.findByText("Your password is changed. Other devices are signed out.")
    expect(api.callsOf(updateAccountPassword)[0]?.body).toEqual({
      password: "an even better one",
      oldPassword: "a better horse",
    })
  })

  test("refuses two new passwords that differ before any call, and shows a weak one's refusal", async () => {
    const { api, user } = await open()
    await changePassword(user, "another")
    await screen.findByText("Passwords do not match")
    api.refuse(updateAccountPassword, "general_argument_invalid", "This password is one of the most common ones.")
    await user.clear(part("Password").getByLabelText("Confirm new password"))
    await user.type(part("Password").getByLabelText("Confirm new password"), "an even better one")
    await user.click(part("Password").getByRole("button", { name: "Change the password" }))
    await screen.findByText("This password is one of the most common ones.")
  })

  test("asks nobody for a password that there is not", async () => {
    await open({ account: { passwordUpdate: "" } })
    await screen.findByLabelText("Choose a password")
    expect(screen.queryByLabelText("Current password")).toBeNull()
  })

  test("ends one session elsewhere, or all of them, and never this one", async () => {
    const sessions = [office, here, phone]
    const { api, user } = await open({ sessions })
    const endCall = ({ params }: { params: { sessionId: string } }) => {
      sessions.splice(
        sessions.findIndex((session) => session.$id === params.sessionId),
        1,
      )
      return null
    }
    api.answer(deleteSession, endCall)
    const list = () => part("Where you are signed in").getAllByRole("listitem")
    expect(list()[0]?.textContent).toContain("Chrome on Windows 10")
    await user.click(screen.getByRole("button", { name: "Sign out Mobile Safari on iOS 17" }))
    await waitFor(() => expect(list()).toHaveLength(2))
    await user.click(screen.getByRole("button", { name: "Sign out elsewhere" }))
    await waitFor(() => expect(list()).toHaveLength(1))
    expect(api.callsOf(deleteSession).map(({ params }) => params.sessionId)).toEqual(["phone", "office"])
    expect(screen.queryByRole("button", { name: /Sign out/ })).toBeNull()
  })

  test("shows what happened, page by page", async () => {
    const logs = Array.from({ length: 10 }, (_, at) =>
      buildLog({ detail: at === 9 ? "user.create" : "session.create", time: `2026-01-1${at}T10:00:00.000+00:00` }),
    )
    const { user } = await open({ logs })
    const list = () => part("Recent activity").getAllByRole("listitem")
    await waitFor(() => expect(list()).toHaveLength(8))
    await user.click(part("Recent activity").getByRole("button", { name: "Show more" }))
    await part("Recent activity").findByText("Account created")
    expect(list()).toHaveLength(10)
    expect(part("Recent activity").queryByRole("button", { name: "Show more" })).toBeNull()
  })

  test("gives a copy of everything as a download", async () => {
    const { api, user } = await open()
    api.answer(prepareExport, null)
    const followed: string[] = []
    const follow = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      if (this.hasAttribute("download")) followed.push(this.pathname)
    })
    await user.click(part("Your data").getByRole("button", { name: "Download my data" }))
    await waitFor(() => expect(followed).toEqual([exportOwnData.path]))
    expect(api.callsOf(prepareExport)).toHaveLength(1)
    follow.mockRestore()
  })

  test("deletes the account only with the password, and forgets what was stored here", async () => {
    const { api, user } = await open()
    localStorage.setItem("cookieFallback", "kept")
    expect(
      part("Your data").getByText(
        /Records of payments stay, as the law asks, without your name, and a code made from your address/,
      ),
    ).toBeDefined()
    await user.click(part("Your data").getByRole("button", { name: "Delete my account" }))
    const dialog = within(await screen.findByRole("dialog", { name: "Delete your account?" }))
    expect(dialog.getByText(/Records of payments stay, as the law asks, without your name/)).toBeDefined()
    expect(dialog.getByRole<HTMLButtonElement>("button", { name: "Delete for good" }).disabled).toBe(true)
    api.refuse(deleteAccount, "user_invalid_credentials", "The password is not right.")
    await user.type(dialog.getByLabelText("Your password"), "a wrong one{Enter}")
    await dialog.findByText("The password is not right.")
    expect(localStorage.getItem("cookieFallback")).toBe("kept")
    api.answer(deleteAccount, null)
    await user.clear(dialog.getByLabelText("Your password"))
    await user.type(dialog.getByLabelText("Your password"), "a better horse")
    await user.click(dialog.getByRole("button", { name: "Delete for good" }))
    await screen.findByText("Your account is deleted.")
    expect(api.callsOf(deleteAccount).map(({ body }) => body)).toEqual([
      { password: "a wrong one" },
      { password: "a better horse" },
    ])
    expect(localStorage.getItem("cookieFallback")).toBeNull()
  })

  test("says what did not load and loads it again", async () => {
    const api: FakeApi = fakeApi()
    signedIn(api)
    api.refuse(listSessions, "general_bad_request", "Not now.")
    api.answer(listLogs, { total: 0, logs: [] })
    api.answer(listEntries, { data: [], nextCursor: null })
    api.answer(getOwnReferral, { data: { link: null, credits: 0, joined: 0, rewarded: 0 } })
    api.answer(getFactorState, { data: { since: "", recoveryCodesLeft: 0 } })
    api.answer(listPaymentOrders, { data: [], nextCursor: null })
    const user = renderScreen(<AccountScreen />, { at: "/account" })
    await screen.findByText("Your sessions did not load")
    await screen.findByText("Nothing yet. Sign-ins and changes will show here.")
    api.answer(listSessions, { total: 1, sessions: [here] })
    await user.click(screen.getByRole("button", { name: "Try again" }))
    await screen.findByText("This device")
  })
})

test("the phone number and the place can be changed, by the rules of sign-up", async () => {
  const { api, user } = await open()
  api.answer(updateDocument, ({ body }) => buildProfile({ ...(body.data as object), phoneNumber: "+234 803 000 0000" }))
  const part = within(screen.getByRole("region", { name: "Phone and place" }))
  const save = part.getByRole("button", { name: "Save phone and place" })
  const phoneField = part.getByLabelText<HTMLInputElement>("Phone number")
  await user.clear(phoneField)
  await user.type(phoneField, "123")
  await user.click(save)
  expect(await part.findByText("Phone number too short")).toBeDefined()
  await user.clear(phoneField)
  await user.type(phoneField, "0803 000 0000")
  await user.clear(part.getByRole("combobox", { name: "State" }))
  await user.type(part.getByRole("combobox", { name: "State" }), "ogun{Enter}")
  await user.click(save)
  expect(await screen.findByText("Your phone and place are saved.")).toBeDefined()
  expect(api.callsOf(updateDocument).map(({ params, body }) => [params.documentId, body.data])).toEqual([
    ["profile-of-ada", { phoneNumber: "0803 000 0000", country: "Nigeria", state: "Ogun" }],
  ])
  expect(phoneField.value).toBe("+234 803 000 0000")
})

test("the name tells what it is for: the second word greets, a placeholder where there is none", async () => {
  const { user } = await open()
  expect(screen.getByText("Welcome Obi")).toBeDefined()
  const field = screen.getByRole("textbox", { name: "Name" })
  await user.clear(field)
  await user.type(field, "Ada")
  expect(screen.getByText("Welcome there")).toBeDefined()
})
