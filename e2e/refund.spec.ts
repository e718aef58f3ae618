import { expect, test } from "@playwright/test"
import { expectAccessible } from "./accessible.ts"
import { ownerOf } from "./owner.ts"
import { enterAs, signUp } from "./person.ts"

test("an operator refunds what somebody bought, and the person sees it", async ({
  page,
  playwright,
  baseURL,
  browser,
}) => {
  const origin = baseURL ?? ""
  const owner = await ownerOf(playwright, origin)
  const desk = await browser.newContext({ viewport: page.viewportSize() })
  const office = await desk.newPage()
  await enterAs(office, owner, origin)
  const person = await signUp(page, origin)

  await test.step("the person buys credits", async () => {
    await page.goto("/credits-billing")
    await page.getByRole("radio", { name: "Naira" }).check({ force: true })
    await page.getByRole("radio", { name: /Basic/ }).check({ force: true })
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
    await expectAccessible(office)
    await office.getByRole("link", { name: /Basic: 200 credits/ }).click()
    await expect(office.getByText("Refund ₦6,000 and take back 200 of 200 credits.")).toBeVisible()
    await expectAccessible(office)
  })

  await test.step("refunds it with a reason, once, and sends the money back", async () => {
    const action = office.locator("form", { has: office.getByRole("heading", { name: "Refund", exact: true }) })
    await action.getByLabel("Reason").fill("Bought by mistake")
    await action.getByRole("button", { name: "Refund ₦6,000" }).click()
    await expect(office.getByRole("heading", { name: "Refunded" })).toBeVisible()
    await expect(office.getByRole("heading", { name: "6,000 NGN has to go back" })).toBeVisible()
    await expectAccessible(office)
    await office.getByLabel("Reason").fill("Sent through the provider")
    await office.getByRole("button", { name: "It went back" }).click()
    await expect(office.getByText("6,000 NGN went back.")).toBeVisible()
  })

  await test.step("the log has both", async () => {
    await office.goto("/operator/log")
    const line = (action: string) =>
      office
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
    await expectAccessible(page)
  })
  await desk.close()
  await owner.dispose()
})
