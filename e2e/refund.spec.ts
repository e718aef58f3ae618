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
  const operatorContext = await browser.newContext({ viewport: page.viewportSize() })
  const consolePage = await operatorContext.newPage()
  const finance = await signUpConfirmed(consolePage, origin)
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
    await dialog.getByRole("button", { name: "Invite" }).click()
    const invitation = await head.getByLabel("The invitation").inputValue()
    await expectAccessibleInBothThemes(head)
    await consolePage.goto(invitation)
    await consolePage.getByRole("button", { name: "Take the role" }).click()
    await expect(consolePage.getByText("You work here as finance now.")).toBeVisible()
    await expectAccessibleInBothThemes(consolePage)
    await consolePage.getByRole("button", { name: "Open the console" }).click()
    await expect(consolePage.getByRole("heading", { level: 1, name: "Today" })).toBeVisible()
    await consolePage.goto("/operator/team")
    await expect(consolePage.getByText("Team: not open to your role")).toBeVisible()
    await head.reload()
    await expect(head.getByRole("listitem").filter({ hasText: finance.email })).toContainText("finance")
  })

  await test.step("the operator sets up a second step, signs out, and in again with a code", async () => {
    await consolePage.goto("/account#two-step")
    const section = consolePage.getByRole("region", { name: "Two-step sign-in" })
    await section.getByRole("button", { name: "Set up" }).click()
    const dialog = consolePage.getByRole("dialog")
    const nextCode = openAuthenticator((await dialog.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "")
    await expectAccessibleInBothThemes(consolePage)
    await dialog.getByLabel("Code", { exact: true }).fill(nextCode())
    await dialog.getByRole("button", { name: "Turn on" }).click()
    const list = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")
    await expect(list).toHaveCount(10)
    recoveryCodes = await list.allTextContents()
    await expectAccessibleInBothThemes(consolePage)
    await dialog.getByRole("button", { name: "I have kept them" }).click()
    await expect(section.getByText("10 recovery codes are left.")).toBeVisible()

    await consolePage.getByRole("button", { name: /^Account of/ }).click()
    await consolePage.getByRole("menuitem", { name: "Sign out" }).click()
    await consolePage.waitForURL("**/sign-in")
    await consolePage.goto("/operator/orders")
    await consolePage.getByLabel("E-mail").fill(finance.email)
    await consolePage.getByLabel("Password", { exact: true }).fill(finance.password)
    await consolePage.getByRole("button", { name: "Sign in", exact: true }).click()
    await consolePage.waitForURL("**/sign-in/code")
    await expectAccessibleInBothThemes(consolePage)
    await consolePage.getByLabel("Code", { exact: true }).fill(nextCode())
    await consolePage.keyboard.press("Enter")
    await consolePage.waitForURL("**/operator/orders")
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
    await consolePage.goto("/operator")
    await consolePage.getByRole("link", { name: /^Orders/ }).click()
    await consolePage.getByLabel(/^Search/).fill(person.email)
    await consolePage.getByLabel(/^State/).selectOption("paid")
    await expect(consolePage.getByRole("link", { name: /Basic: 200 credits/ })).toHaveCount(1)
    await expectAccessibleInBothThemes(consolePage)
    await consolePage.getByRole("link", { name: /Basic: 200 credits/ }).click()
    await expect(consolePage.getByText("Refund ₦6,000 and take back 200 of 200 credits.")).toBeVisible()
    await expectAccessibleInBothThemes(consolePage)
  })

  await test.step("refunds it with a reason, once, and sends the money back", async () => {
    const action = consolePage.locator("form", {
      has: consolePage.getByRole("heading", { name: "Refund", exact: true }),
    })
    // Ten minutes pass: the refusal is played, the proof and the repeated call are real.
    const refusal = { message: "Prove it.", code: 403, type: "proof_required", version: "1" }
    const refund = "**/operators/orders/*/refund"
    await consolePage.route(refund, (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 })
    await action.getByLabel("Reason").fill("Bought by mistake")
    await action.getByRole("button", { name: "Refund ₦6,000" }).click()
    const dialog = consolePage.getByRole("dialog", { name: "Is it you?" })
    await dialog.getByRole("button", { name: "Use a recovery code" }).click()
    await dialog.getByLabel("Recovery code").fill(recoveryCodes[0] ?? "")
    await expectAccessibleInBothThemes(consolePage)
    await dialog.getByRole("button", { name: "Go on" }).click()
    await expect(consolePage.getByRole("heading", { name: "Refunded" })).toBeVisible()
    await expect(consolePage.getByRole("heading", { name: "6,000 NGN has to go back" })).toBeVisible()
    await page.goto(`/payment/${new URL(consolePage.url()).pathname.split("/").at(-1)}`)
    await expect(page.getByText("Goes back to you: ₦6,000.")).toBeVisible()
    await expect(page.getByText(/Sent back/)).toHaveCount(0)
    await expectAccessibleInBothThemes(consolePage)
    await consolePage.getByLabel("Reason").fill("Sent through the provider")
    await consolePage.getByRole("button", { name: "It went back" }).click()
    await expect(consolePage.getByText("6,000 NGN went back.")).toBeVisible()
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
    await expect(page.getByText("Sent back to you: ₦6,000.")).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step("the operator gives credits with a reason, which the person's history has", async () => {
    await consolePage.goto("/operator/people")
    await consolePage.getByLabel(/^Search/).fill(person.email)
    await consolePage.getByRole("link", { name: person.email }).click()
    const give = consolePage.locator("form", { has: consolePage.getByRole("heading", { name: "Give credits" }) })
    await give.getByLabel("Credits").fill("7")
    await give.getByLabel("Reason").fill("For the trouble with the order")
    await give.getByRole("button", { name: "Give" }).click()
    await expect(consolePage.getByText("The credits are given.")).toBeVisible()
    await page.goto("/account")
    const entry = page
      .getByRole("region", { name: "Credits" })
      .getByRole("listitem")
      .filter({ hasText: "For the trouble with the order" })
    await expect(entry).toContainText("+7")
  })

  await test.step("the operator turns the second step off again", async () => {
    await consolePage.goto("/account#two-step")
    await consolePage.getByRole("button", { name: "Turn off" }).click()
    const dialog = consolePage.getByRole("dialog")
    await dialog.getByLabel("Your password").fill(finance.password)
    await dialog.getByRole("button", { name: "Use a recovery code" }).click()
    await dialog.getByLabel("Recovery code").fill(recoveryCodes[1] ?? "")
    await dialog.getByRole("button", { name: "Turn off" }).click()
    await expect(consolePage.getByRole("button", { name: "Set up" })).toBeVisible()
  })
  await operatorContext.close()
  await head.context().close()
  await owner.dispose()
})
