import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, type Locator, type Page, test } from "@playwright/test"
import { expectAccessibleInBothThemes } from "#e2e/accessible.ts"
import { startOwnProduct } from "#e2e/own-product.ts"
import { enterAs, mailedLink, type NewPerson, newPerson, signUpConfirmed } from "#e2e/person.ts"
import { unpackDatabase } from "#server/testing/processes/processes.ts"

/** A device of this page that keeps passkeys, and says yes whenever it is asked. */
async function openDevice(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send("WebAuthn.enable")
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { cdp, authenticatorId }
}

/** From now on passkeys are used by the button only. */
async function offerNothingAtFields(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
}

/** @returns a part of the account, open on phones too */
async function open(page: Page, name: string): Promise<Locator> {
  const part = page.getByRole("region", { name })
  const isOpen = await part.locator("details").evaluate((details: HTMLDetailsElement) => details.open)
  if (!isOpen) await part.getByRole("heading", { name, exact: true }).click()
  return part
}

async function addPasskey(page: Page, name: string): Promise<void> {
  await page.goto("/account")
  const section = await open(page, "Passkeys")
  await section.getByRole("button", { name: "Add a passkey" }).click()
  const dialog = page.getByRole("dialog")
  await dialog.getByLabel("Name").fill(name)
  await expectAccessibleInBothThemes(page)
  await dialog.getByRole("button", { name: "Go on" }).click()
  await expect(section.getByRole("listitem").filter({ hasText: name })).toContainText("not used yet")
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: /^Account of/ }).click()
  await page.getByRole("menuitem", { name: "Sign out" }).click()
  await page.waitForURL("**/sign-in")
}

async function enterByPassword(page: Page, { email, password }: NewPerson): Promise<void> {
  await page.getByLabel("E-mail").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
  await page.waitForURL("**/app")
}

async function remove(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: `Remove ${name}` }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Remove" }).click()
}

test("a passkey is added, signs in alone, is the second step, and goes", async ({ page, baseURL }) => {
  const person = await signUpConfirmed(page, baseURL ?? "")
  await openDevice(page)
  await addPasskey(page, "My phone")
  await expectAccessibleInBothThemes(page)

  await test.step("it signs in where the browser offers it at the field", async () => {
    await signOut(page)
    await page.getByLabel("E-mail", { exact: true }).click()
    await page.waitForURL("**/app")
  })

  await test.step("it signs in by the button where the browser offers nothing at a field", async () => {
    await offerNothingAtFields(page)
    await page.goto("/account")
    await signOut(page)
    await expectAccessibleInBothThemes(page)
    await page.getByRole("button", { name: "Sign in with a passkey" }).click()
    await page.waitForURL("**/app")
  })

  await test.step("it is the second step after the password", async () => {
    await page.goto("/account")
    await open(page, "Passkeys")
    const twoStep = await open(page, "Two-step sign-in")
    await twoStep.getByRole("button", { name: "Use your passkeys" }).click()
    const dialog = page.getByRole("dialog", { name: "Keep these codes" })
    await expect(dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10)
    await expectAccessibleInBothThemes(page)
    await dialog.getByRole("button", { name: "I have kept them" }).click()
    await expect(twoStep.getByText("10 recovery codes are left.")).toBeVisible()
    await remove(page, "My phone")
    await expect(page.getByRole("dialog").getByText("This is your second step.")).toBeVisible()
    await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click()

    await signOut(page)
    await page.getByLabel("E-mail").fill(person.email)
    await page.getByLabel("Password", { exact: true }).fill(person.password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await page.waitForURL("**/sign-in/code")
    await expect(page.getByLabel("Recovery code")).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole("button", { name: "Use a passkey" }).click()
    await page.waitForURL("**/app")
  })

  await test.step("it goes once it is no second step", async () => {
    await page.goto("/account")
    await open(page, "Passkeys")
    const twoStep = await open(page, "Two-step sign-in")
    await twoStep.getByRole("button", { name: "Turn off" }).click()
    await expect(twoStep.getByRole("button", { name: "Set up" })).toBeVisible()
    await page.getByRole("button", { name: "Rename My phone" }).click()
    await page.getByRole("dialog").getByLabel("Name").fill("The old phone")
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click()
    await remove(page, "The old phone")
    await expect(page.getByRole("region", { name: "Passkeys" }).getByRole("listitem")).toHaveCount(0)
  })
})

test("the only way in cannot be removed", async ({ page, baseURL }) => {
  const origin = baseURL ?? ""
  const { email } = newPerson()
  const headers = { origin }
  await page.request.post("/v1/account/tokens/magic-url", { data: { userId: "unique()", email }, headers })
  const { searchParams } = new URL(await mailedLink(page, email))
  const data = Object.fromEntries(searchParams)
  expect((await page.request.put("/v1/account/sessions/magic-url", { data, headers })).ok()).toBe(true)
  await enterAs(page, page.request, origin)
  await openDevice(page)
  await addPasskey(page, "My phone")
  await remove(page, "My phone")
  await expect(page.getByRole("dialog").getByText("This is your only way to sign in.")).toBeVisible()
  await expectAccessibleInBothThemes(page)
})

test("a copied passkey is refused, and another one of the same person still signs in", async ({ page, baseURL }) => {
  const person = await signUpConfirmed(page, baseURL ?? "")
  const { cdp, authenticatorId } = await openDevice(page)
  await offerNothingAtFields(page)
  const keys = async () => (await cdp.send("WebAuthn.getCredentials", { authenticatorId })).credentials
  const enter = () => page.getByRole("button", { name: "Sign in with a passkey" }).click()
  await addPasskey(page, "My phone")
  const [first] = await keys()
  if (!first) throw new Error("The device keeps no passkey.")
  expect(first.isResidentCredential).toBe(true)
  await signOut(page)

  await test.step("a device that does not check who uses it does not get in", async () => {
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false })
    await enter()
    await expect(page.getByRole("alert").filter({ hasText: "Nothing was done" })).toBeVisible()
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true })
  })

  await test.step("its counter goes back", async () => {
    await enter()
    await page.waitForURL("**/app")
    await page.goto("/account")
    await signOut(page)
    await cdp.send("WebAuthn.clearCredentials", { authenticatorId })
    await cdp.send("WebAuthn.addCredential", { authenticatorId, credential: { ...first, signCount: 0 } })
    await enter()
    await expect(page.getByRole("alert").filter({ hasText: "used by a copy of it" })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step("the password leads in, where it is told, and another passkey is added", async () => {
    await enterByPassword(page, person)
    await cdp.send("WebAuthn.clearCredentials", { authenticatorId })
    await addPasskey(page, "My laptop")
    const copied = page.getByRole("region", { name: "Passkeys" }).getByRole("listitem").filter({ hasText: "My phone" })
    await expect(copied).toContainText("It was copied, so it no longer signs in.")
    await signOut(page)
    await enter()
    await page.waitForURL("**/app")
  })
})

test("after a move the form says where a passkey belongs, and the old one goes @desk", async ({ browser, baseURL }) => {
  const port = Number(new URL(baseURL ?? "").port) + 6
  const dataDir = mkdtempSync(join(tmpdir(), "aworan-moved-"))
  unpackDatabase(dataDir)
  const startAt = (publicUrl: string) =>
    startOwnProduct("run-with-clock.ts", port, {
      ...{ ENGINE: "fake", MAIL_URL: "captured", DATA_DIR: dataDir, PUBLIC_URL: publicUrl },
    })
  const [former, now] = [`http://localhost:${port}`, `http://studio.localhost:${port}`]
  const before = await startAt(former)
  const page = await (await browser.newContext({ baseURL: former })).newPage()
  const person = await signUpConfirmed(page, former)
  await openDevice(page)
  await offerNothingAtFields(page)
  await addPasskey(page, "My phone")
  await before.close()

  const after = await startAt(now)
  await page.goto(`${now}/sign-in`)
  await page.getByRole("button", { name: "Sign in with a passkey" }).click()
  const words = "Passkeys made at localhost do not work here: sign in another way, then add a new one."
  await expect(page.getByRole("alert").filter({ hasText: words })).toBeVisible()
  await expectAccessibleInBothThemes(page)
  await enterByPassword(page, person)
  await page.goto(`${now}/account`)
  const section = await open(page, "Passkeys")
  await expect(section.getByRole("listitem")).toContainText("Made at localhost. It does not work at this address")
  await remove(page, "My phone")
  await expect(section.getByRole("listitem")).toHaveCount(0)
  await page.context().close()
  await after.close()
  rmSync(dataDir, { recursive: true, force: true })
})
