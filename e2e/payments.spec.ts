import { expect, type Page, test } from "@playwright/test"
import { messages } from "#contract/messages.ts"
import { expectAccessibleInBothThemes } from "./accessible.ts"
import { mailedLink, signUp } from "./person.ts"
import { expectDrawn } from "./picture-work.ts"

/** The reference of the order whose page is open. */
function referenceOf(page: Page): string {
  return /\d{13}-[0-9a-f]{24}/.exec(page.url())?.[0] ?? ""
}

async function chooseBasic(page: Page): Promise<void> {
  await page.goto("/credits-billing")
  await page.getByRole("radio", { name: "Naira" }).check()
  await page.getByRole("radio", { name: /Basic/ }).check()
  await page.getByRole("button", { name: "Pay" }).click()
  await expect(page.getByRole("heading", { name: "Sandbox payment" })).toBeVisible()
}

test("buys credits in naira and draws privately; a short payment and a late transfer lose nothing", {
  tag: "@phone",
}, async ({ page, baseURL, browser }) => {
  const person = await signUp(page, baseURL ?? "")

  await test.step("the words in the studio survive buying", async () => {
    await page.goto("/generations/flux?mode=flux1.1-pro")
    await page.getByLabel("Prompt", { exact: true }).fill("a blue enamel mug on a wooden table")
    await page.getByRole("radio", { name: /1:1/ }).check()
    await page.goto("/credits-billing")
    await expect(page.getByText("Choose a plan first.")).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step("paying one unit too little gives nothing, and the order can be paid again", async () => {
    await chooseBasic(page)
    await page.getByRole("button", { name: "Pay one unit too little" }).click()
    await expect(page.getByRole("heading", { name: "Less money came in than was asked for" })).toBeVisible()
    await expect(page.getByLabel("0 credits").first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole("button", { name: /^Pay again/ }).click()
    await page.getByRole("button", { name: "Pay", exact: true }).click()
    await expect(page).toHaveURL(/\/generations\/flux\?mode=flux1\.1-pro$/)
    await expect(page.getByLabel("200 credits").first()).toBeVisible()
  })

  await test.step("the picture is private now", async () => {
    await expect(page.getByLabel("Prompt", { exact: true })).toHaveValue("a blue enamel mug on a wooden table")
    await expect(page.getByText("Only you can see these pictures.")).toBeVisible()
    const sent = page.waitForRequest((request) => request.url().endsWith("/image-gen-with-flux-1.1"))
    await page.getByRole("button", { name: "Generate (5 credit)" }).click()
    await sent
    await expectDrawn(page.getByRole("link", { name: "View Image" })).toBeVisible()
    await expect(page.getByLabel("195 credits").first()).toBeVisible()
    const path = new URL((await page.getByRole("link", { name: "View Image" }).getAttribute("href")) ?? "", page.url())
    expect((await page.request.get(path.href)).status()).toBe(200)
    const stranger = await fetch(path.href)
    expect(stranger.status).not.toBe(200)
  })

  await test.step("a transfer ends with the page closed, and the receipt comes by mail", async () => {
    await chooseBasic(page)
    const reference = referenceOf(page)
    await page.request.post(`/dev/pay/${reference}`, { data: { outcome: "pending" } })
    await page.goto(`/payment/${reference}`)
    await expect(page.getByRole("heading", { name: "Your payment is on its way" })).toBeVisible()
    // The same order on another phone, where it can be paid again or asked about.
    const phone = await browser.newContext({ storageState: await page.context().storageState() })
    const other = await phone.newPage()
    await other.goto(`${baseURL}/payment/${reference}`)
    await expect(other.getByRole("heading", { name: "Your payment is on its way" })).toBeVisible()
    await expect(other.getByRole("timer")).toHaveCount(0)
    await phone.close()
    await page.goto("about:blank")
    await page.request.post(`/dev/pay/${reference}`, { data: { outcome: "late", seconds: 1 } })
    await expect
      .poll(async () => {
        const mails = await (await page.request.get(`/dev/mail.json?to=${person.email}`)).json()
        return (mails as { text: string }[]).some(({ text }) => text.includes(reference))
      })
      .toBe(true)
    await page.goto(`/payment/${reference}`)
    await expect(page.getByRole("heading", { name: "Paid", exact: true })).toBeVisible()
    await expect(page.getByText(messages.creditsPaid).first()).toBeVisible()
    await expectAccessibleInBothThemes(page)
    await page.getByRole("link", { name: /^Receipt R-/ }).click()
    await expect(page.getByRole("heading", { name: /^Receipt R-/ })).toBeVisible()
    await expectAccessibleInBothThemes(page)
    const pdf = await page.request.get(`/orders/${reference}/receipt.pdf`)
    expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-")
  })

  await test.step("the account tells of all of it", async () => {
    await page.goto("/account#credits")
    await expect(page.getByRole("region", { name: "Credits" }).getByText("+200").first()).toBeVisible()
    await expect(page.getByRole("region", { name: "Orders and receipts" }).getByText("Basic: 200 credits")).toHaveCount(
      2,
    )
    await expectAccessibleInBothThemes(page)
  })

  await test.step("a second window that ordered too is told of the payment of the first, and pays again only at a press", async () => {
    const second = await page.context().newPage()
    await chooseBasic(page)
    await chooseBasic(second)
    const [paid, other] = [referenceOf(page), referenceOf(second)]
    await page.request.post(`/dev/pay/${paid}`, { data: { outcome: "pending" } })
    await second.goBack()
    await expect(second.getByText("A payment for this is on its way with another order.")).toBeVisible()
    await page.request.post(`/dev/pay/${paid}`, { data: { outcome: "success" } })
    await expect(second.getByText("You have already paid for this with another order.")).toBeVisible()
    await expect(second.getByText("Waiting for you to pay")).toHaveCount(0)
    await expectAccessibleInBothThemes(second)
    await second.getByRole("link", { name: "See the other order" }).click()
    await expect(second).toHaveURL(new RegExp(`/payment/${paid}$`))
    await expect(second.getByRole("heading", { name: "Paid", exact: true })).toBeVisible()
    await second.goBack()
    await second.getByRole("button", { name: /^Pay again/ }).click()
    await expect(second.getByRole("heading", { name: "Sandbox payment" })).toBeVisible()
    expect(referenceOf(second)).toBe(other)
    await second.close()
  })
})

test("pays an application fee and is in at once", { tag: "@phone" }, async ({ page, baseURL }) => {
  const person = await signUp(page, baseURL ?? "")
  await page.goto("/billing?program=strategy_and_consulting")
  await expect(page.getByText(/Confirm your e-mail address first/)).toBeVisible()
  await page.goto(await mailedLink(page, person.email))
  await page.getByRole("button", { name: /confirm|verify/i }).click()
  await expect(page).toHaveURL(/\/app$/)
  await page.goto("/billing?program=strategy_and_consulting")
  await page.getByRole("radio", { name: "18 or older" }).check()
  await expectAccessibleInBothThemes(page)
  await page.getByRole("button", { name: "Pay" }).click()
  await expect(page).toHaveURL(/\/dev\/pay\//)
  const reference = referenceOf(page)

  await test.step("a fee that is on its way is told wherever it could be paid once more", async () => {
    await page.request.post(`/dev/pay/${reference}`, { data: { outcome: "pending" } })
    await page.goto(`/payment/${reference}`)
    await expect(page.getByRole("heading", { name: "Your payment is on its way" })).toBeVisible()
    for (const path of ["/app", "/billing?program=systems_intergration"]) {
      await page.goto(path)
      await expect(page.getByText(/^Your payment is on its way: Application fee/)).toBeVisible()
      await expect(page.getByRole("button", { name: "Pay", exact: true })).toHaveCount(0)
      await expectAccessibleInBothThemes(page)
    }
    await page.goto("/aworan-academy/program?programId=systems_intergration")
    await page.getByRole("link", { name: "Your payment is on its way" }).first().click()
    await expect(page).toHaveURL(new RegExp(`/payment/${reference}$`))
  })

  await page.request.post(`/dev/pay/${reference}`, { data: { outcome: "success" } })
  await page.goto("/app")
  await expect(page.getByRole("heading", { name: "You're In!" })).toBeVisible()
  await expect(page.getByText(/^Your payment is on its way/)).toHaveCount(0)
})
