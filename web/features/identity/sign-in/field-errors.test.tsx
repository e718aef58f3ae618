import { screen, waitFor, within } from "@testing-library/react"
import { afterEach, describe, expect, test } from "vitest"
import { createEmailSession } from "#contract/identity/account.ts"
import { fakeApi } from "#web/testing/fake-api.ts"
import { renderScreen } from "#web/testing/render-screen.tsx"
import { ForgotPasswordScreen } from "./forgot-password-screen.tsx"
import { ResetPasswordScreen } from "./reset-password-screen.tsx"
import { SignInScreen } from "./sign-in-screen.tsx"
import { SignUpScreen } from "./sign-up-screen.tsx"

afterEach(() => history.replaceState(null, "", "/"))

const field = (label: string): HTMLInputElement => screen.getByLabelText<HTMLInputElement>(label)
const isWrong = (label: string): boolean => field(label).getAttribute("aria-invalid") === "true"

/** What is read out with a field. */
function described(label: string): string {
  const ids = field(label).getAttribute("aria-describedby")?.split(" ") ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? `missing ${id}`).join(" ")
}

/** The labels of the list over a form, in their order. */
const listed = (): (string | null)[] =>
  within(screen.getByText(/ fields need another look:$/).parentElement as HTMLElement)
    .getAllByRole("link")
    .map((link) => link.textContent)

describe("a field that was filled in and left", () => {
  test.each([
    [SignUpScreen, "First name", "A", "First name too short"],
    [SignUpScreen, "Last name", "L", "Last name too short"],
    [SignUpScreen, "E-mail", "ada@", "Invalid email address"],
    [SignUpScreen, "Password", "short", "Password must be at least 8 characters"],
    [SignInScreen, "E-mail", "ada@", "Invalid email address"],
    [SignInScreen, "Password", "short", "Password must be at least 8 characters"],
    [ForgotPasswordScreen, "E-mail", "ada@", "Invalid email address"],
    [ResetPasswordScreen, "New password", "short", "Password must be at least 8 characters long"],
  ])("%o says at %s that %j is wrong, not sooner", async (Screen, label, typed, message) => {
    fakeApi()
    const user = renderScreen(<Screen />)
    await user.type(field(label), typed)
    expect(isWrong(label)).toBe(false)
    await user.tab()
    await waitFor(() => expect(described(label)).toContain(message))
    expect(isWrong(label)).toBe(true)
  })

  test("is right again as soon as it is put right", async () => {
    fakeApi()
    const user = renderScreen(<SignUpScreen />)
    await user.type(field("First name"), "A")
    await user.tab()
    await waitFor(() => expect(isWrong("First name")).toBe(true))
    await user.type(field("First name"), "da")
    await waitFor(() => expect(isWrong("First name")).toBe(false))
  })

  test.each([
    [SignUpScreen, "Password"],
    [ResetPasswordScreen, "New password"],
  ])("tells two passwords apart, whichever is put right: %o", async (Screen, label) => {
    fakeApi()
    const user = renderScreen(<Screen />)
    await user.type(field(label), "correct hors")
    await user.type(field("Confirm password"), "correct horse")
    await user.tab()
    await waitFor(() => expect(described("Confirm password")).toContain("Passwords do not match"))
    await user.type(field(label), "e")
    await waitFor(() => expect(isWrong("Confirm password")).toBe(false))
  })

  test("was not left by a press on its own button", async () => {
    fakeApi()
    const user = renderScreen(<SignInScreen />)
    await user.type(field("Password"), "short")
    await user.click(screen.getByRole("button", { name: "Show password" }))
    expect(document.activeElement).toBe(field("Password"))
    expect(field("Password").type).toBe("text")
    await user.type(field("E-mail"), "ada@example.com")
    await waitFor(() => expect(isWrong("Password")).toBe(true))
  })
})

test("a field that was only passed is not wrong", async () => {
  fakeApi()
  const user = renderScreen(<SignUpScreen />)
  await user.click(field("First name"))
  for (let step = 0; step < 12; step++) await user.tab()
  await user.click(field("E-mail"))
  await user.click(screen.getByRole("link", { name: "terms of use" }))
  expect(document.querySelector("[aria-invalid=true]")).toBeNull()
})

describe("a form that was sent with mistakes", () => {
  test("leads to each of them, and begins with the first on the page", async () => {
    fakeApi()
    const user = renderScreen(<SignUpScreen />)
    await user.type(field("First name"), "Ada")
    await user.type(field("Last name"), "Lovelace")
    await user.type(field("E-mail"), "ada@example.com")
    await user.click(screen.getByRole("button", { name: "Create account" }))
    await screen.findByText("3 fields need another look:")
    expect(listed()).toEqual(["Password", "Confirm password", "Terms and age"])
    expect(document.activeElement).toBe(field("Password"))

    await user.click(screen.getByRole("link", { name: "Confirm password" }))
    expect(document.activeElement).toBe(field("Confirm password"))
    await user.type(field("Password"), "correct horse")
    await screen.findByRole("link", { name: "Password, done" })
    await user.click(screen.getByRole("link", { name: "Terms and age" }))
    expect(document.activeElement).toBe(screen.getByRole("checkbox"))
    expect(listed()).toHaveLength(3)
  })

  test("needs no list for one", async () => {
    fakeApi()
    const user = renderScreen(<SignInScreen />)
    await user.type(field("Password"), "correct horse")
    await user.click(screen.getByRole("button", { name: "Sign in" }))
    await screen.findByText("Invalid email address")
    expect(document.activeElement).toBe(field("E-mail"))
    expect(screen.queryByText(/another look/)).toBeNull()
  })

  test("has no list any more when it is sent with none", async () => {
    const api = fakeApi()
    api.refuse(createEmailSession, "user_invalid_credentials", "E-mail or password is wrong.")
    const user = renderScreen(<SignInScreen />)
    await user.click(screen.getByRole("button", { name: "Sign in" }))
    await screen.findByText("2 fields need another look:")
    expect(listed()).toEqual(["E-mail", "Password"])
    await user.type(field("E-mail"), "ada@example.com")
    await user.type(field("Password"), "wrong horse")
    await user.click(screen.getByRole("button", { name: "Sign in" }))
    await waitFor(() => expect(api.callsOf(createEmailSession)).toHaveLength(1))
    expect(screen.queryByText(/another look/)).toBeNull()
  })
})

describe("a new password", () => {
  test.each([
    ["aaaaaaaa", "Weak: one character again and again."],
    ["Ada.Lovelace1", "Weak: made of your name or e-mail."],
    ["12345678", "Weak: among the first that are guessed."],
    ["lkjhgfds", "Weak: among the first that are guessed."],
    ["Liverpool12!", "Weak: one word with figures. Use three or four words."],
    ["Xk9-dPq2", "Fair password. Three or four words are stronger."],
    ["correct horse", "Good password."],
    ["correct horse battery", "Strong password."],
  ])("%j is called what it is", async (password, words) => {
    fakeApi()
    const user = renderScreen(<SignUpScreen />)
    await user.type(field("First name"), "Ada")
    await user.type(field("Last name"), "Lovelace")
    await user.type(field("Password"), password)
    expect(described("Password")).toBe(`At least 8 characters. ${words}`)
    expect(isWrong("Password")).toBe(false)
  })

  test("that is too short has its rule, and no word for its strength", async () => {
    fakeApi()
    const user = renderScreen(<ResetPasswordScreen />)
    await user.type(field("New password"), "correct")
    expect(described("New password").trim()).toBe("At least 8 characters.")
    await user.type(field("New password"), " horse")
    expect(described("New password")).toBe("At least 8 characters. Good password.")
  })
})
