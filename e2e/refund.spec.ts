import { expect, test } from "@playwright/test"
import { expectAccessibleInBothThemes } from "./accessible.ts"
import { openAuthenticator } from "./authenticator.ts"
import { ownerOf } from "./owner.ts"
import { enterAs, signUp, signUpConfirmed } from "./person.ts"

test("the first operator invites somebody for finance, who refunds and gives credits, and the person sees both", {
  tag: "@desk",
}, async ({ page, playwright, baseURL, browser }) => {
  const origin = baseURL ?? ""
  const owner = await ownerOf(playwright, origin)
  const desk = await browser.newContext({ viewport: page.viewportSize() })
  const office = await desk.newPage()
  const finance = await signUpConfirmed(office, origin)
  const head = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await enterAs(head, owner, origin)
  const person = await signUp(page, origin)
  let recoveryCodes: string[] = []

  await test.step("the first operator makes an invitation, and whoever opens it has the role", async () => {
    await head.goto("/operator/team")
    await head.getByRole("button", { name: "Invite somebody" }).click()
    const dialog = head.getByRole("dialog")
    await dialog.getByLabel("Role").selectOption("finance")
    await dialog.getByLabel("Reason").fill("Looks after the money")
    await dialog.getByRole("button", { name: "Make the link" }).click()
    const invitation = await head.getByLabel("The invitation").inputValue()
    await expectAccessibleInBothThemes(head)
    await office.goto(invitation)
    await office.getByRole("button", { name: "Take the role" }).click()
    await expect(office.getByText("You work here as finance now.")).toBeVisible()
    await expectAccessibleInBothThemes(office)
    await office.getByRole("button", { name: "Open the console" }).click()
    await expect(office.getByRole("heading", { level: 1, name: "Today" })).toBeVisible()
    await office.goto("/operator/team")
    await expect(office.getByText("Your role does not open this.")).toBeVisible()
    await head.reload()
    await expect(head.getByRole("listitem").filter({ hasText: finance.email })).toContainText("finance")
  })

  await test.step("the operator sets up a second step, signs out, and in again with a code", async () => {
    await office.goto("/account#two-step")
    const section = office.getByRole("region", { name: "Two-step sign-in" })
    await section.getByRole("button", { name: "Set up" }).click()
    const dialog = office.getByRole("dialog")
    const nextCode = openAuthenticator((await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "")
    await expectAccessibleInBothThemes(office)
    await dialog.getByLabel("Code", { exact: true }).fill(nextCode())
    await dialog.getByRole("button", { name: "Turn on" }).click()
    const list = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")
    await expect(list).toHaveCount(10)
    recoveryCodes = await list.allTextContents()
    await expectAccessibleInBothThemes(office)
    await dialog.getByRole("button", { name: "I have kept them" }).click()
    await expect(section.getByText("10 recovery codes are left.")).toBeVisible()

    await office.getByRole("button", { name: /^Account of/ }).click()
    await office.getByRole("menuitem", { name: "Sign out" }).click()
    await office.waitForURL("**/sign-in")
    await office.goto("/operator/orders")
    await office.getByLabel("E-mail").fill(finance.email)
    await office.getByLabel("Password", { exact: true }).fill(finance.password)
    await office.getByRole("button", { name: "Sign in", exact: true }).click()
    await office.waitForURL("**/sign-in/code")
    await expectAccessibleInBothThemes(office)
    await office.getByLabel("Code", { exact: true }).fill(nextCode())
    await office.keyboard.press("Enter")
    await office.waitForURL("**/operator/orders")
  })

  await test.step("the person buys credits", async () => {
    await page.goto("/credits-billing")
    await page.getByRole("radio", { name: "Naira" }).check()
    await page.getByRole("radio", { name: /Basic/ }).check()
    await page.getByRole("button", { name: "Pay" }).click()
    await page.getByRole("button", { name: "Pay", exact: true }).click()
    await expect(page.getByLabel("200 credits").first()).toBeVisible()
  })

  await test.step("the operator finds the order and reads what a refund does", async () => {
    await office.goto("/operator")
    await office.getByRole("link", { name: /^Orders/ }).click()
    await office.getByLabel(/^Search/).fill(person.email)
    await office.getByLabel(/^State/).selectOption("paid")
    await expect(office.getByRole("link", { name: /Basic: 200 credits/ })).toHaveCount(1)
    await expectAccessibleInBothThemes(office)
    await office.getByRole("link", { name: /Basic: 200 credits/ }).click()
    await expect(office.getByText("Refund ₦6,000 and take back 200 of 200 credits.")).toBeVisible()
    await expectAccessibleInBothThemes(office)
  })

  await test.step("refunds it with a reason, once, and sends the money back", async () => {
    const action = office.locator("form", { has: office.getByRole("heading", { name: "Refund", exact: true }) })
    // Ten minutes pass: the refusal is played, the proof and the repeated call are real.
    const refusal = { message: "Prove it.", code: 403, type: "proof_required", version: "1" }
    const refund = "**/operators/orders/*/refund"
    await office.route(refund, (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 })
    await action.getByLabel("Reason").fill("Bought by mistake")
    await action.getByRole("button", { name: "Refund ₦6,000" }).click()
    const dialog = office.getByRole("dialog", { name: "Is it you?" })
    await dialog.getByRole("button", { name: "Use a recovery code" }).click()
    await dialog.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "")
    await expectAccessibleInBothThemes(office)
    await dialog.getByRole("button", { name: "Go on" }).click()
    await expect(office.getByRole("heading", { name: "Refunded" })).toBeVisible()
    await expect(office.getByRole("heading", { name: "6,000 NGN has to go back" })).toBeVisible()
    await expectAccessibleInBothThemes(office)
    await office.getByLabel("Reason").fill("Sent through the provider")
    await office.getByRole("button", { name: "It went back" }).click()
    await expect(office.getByText("6,000 NGN went back.")).toBeVisible()
  })

  await test.step("the log has both", async () => {
    await head.goto("/operator/log")
    const line = (action: string) =>
      head
        .getByRole("listitem")
        .filter({ hasText: `${action} Ada Obi` })
        .first()
    await expect(line("refunded an order of")).toContainText("Bought by mistake")
    await expect(line("sent money back to")).toContainText("Sent through the provider")
  })

  await test.step("the person sees it in the history", async () => {
    await page.goto("/account")
    await expect(
      page.getByRole("region", { name: "Credits" }).getByText("-200").or(page.getByText("−200")).first(),
    ).toBeVisible()
    const orders = page.getByRole("region", { name: "Orders and receipts" })
    await expect(orders.getByText("Refunded")).toBeVisible()
    await orders.getByRole("link", { name: "Basic: 200 credits" }).click()
    await expect(page.getByRole("heading", { name: "This order is refunded" })).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step("the operator gives credits with a reason, which the person's history has", async () => {
    await office.goto("/operator/people")
    await office.getByLabel(/^Search/).fill(person.email)
    await office.getByRole("link", { name: person.email }).click()
    const give = office.locator("form", { has: office.getByRole("heading", { name: "Give credits" }) })
    await give.getByLabel("Credits").fill("7")
    await give.getByLabel("Reason").fill("For the trouble with the order")
    await give.getByRole("button", { name: "Give" }).click()
    await expect(office.getByText("The credits are given.")).toBeVisible()
    await page.goto("/account")
    const entry = page
      .getByRole("region", { name: "Credits" })
      .getByRole("listitem")
      .filter({ hasText: "For the trouble with the order" })
    await expect(entry).toContainText("+7")
  })

  await test.step("the operator turns the second step off again", async () => {
    await office.goto("/account#two-step")
    await office.getByRole("button", { name: "Turn off" }).click()
    const dialog = office.getByRole("dialog")
    await dialog.getByLabel("Your password").fill(finance.password)
    await dialog.getByRole("button", { name: "Use a recovery code" }).click()
    await dialog.getByLabel("Recovery code").fill(recoveryCodes[1] ?? "")
    await dialog.getByRole("button", { name: "Turn off" }).click()
    await expect(office.getByRole("button", { name: "Set up" })).toBeVisible()
  })
  await desk.close()
  await head.context().close()
  await owner.dispose()
})
