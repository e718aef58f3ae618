import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, type Page, test } from "@playwright/test"
import { expectAccessible } from "#e2e/accessible.ts"
import { enterAs, signUpConfirmed } from "#e2e/person.ts"
import { type RunningProcess, startProcess } from "#server/testing/processes/processes.ts"

const port = Number(process.env.E2E_PORT ?? 3877) + 4
const url = `http://localhost:${port}`
test.use({ baseURL: url })

let dir: string
let product: RunningProcess

test.beforeEach(async () => {
  dir = mkdtempSync(join(tmpdir(), "aworan-notices-"))
  product = await startProcess({ DATA_DIR: dir, PORT: String(port), RATE_LIMIT_FACTOR: "100" })
})
test.afterEach(async () => {
  await product.kill()
  rmSync(dir, { recursive: true, force: true })
})

/** Orders a picture that the engine refuses to draw. */
async function orderInVain(page: Page): Promise<void> {
  const data = {
    prompt: "[fail] a clay pot",
    aspect_ratio: "1:1",
    output_format: "webp",
    num_outputs: 1,
    raw: false,
    is_public: true,
    mode: "flux1.1-pro",
    seed: 1,
  }
  const reply = await page.request.post("/image-gen-with-flux-1.1", { data, headers: { origin: url } })
  expect(reply.ok()).toBe(false)
}

test("work that failed while nobody looked stands behind the bell, and what is read is read on all devices", async ({
  page,
  browser,
}, info) => {
  await signUpConfirmed(page, url)
  await page.goto("/app")
  await expect(page.getByRole("button", { name: "Notices", exact: true })).toBeVisible()
  await orderInVain(page)
  const bell = page.getByRole("button", { name: "Notices, 1 unread" })
  await expect(bell).toBeVisible()

  const other = await browser.newPage({ baseURL: url })
  await enterAs(other, page.request, url)
  await other.goto("/account#notices")
  await expect(other.getByRole("button", { name: "Notices, 1 unread" })).toBeVisible()

  await bell.click()
  const notice = page.getByRole("link", { name: /could not be done/ })
  await expect(notice).toBeVisible()
  await expect(notice).toContainText("credits are back.")
  await expectAccessible(page)
  await page.screenshot({ path: `test-results/notices-${info.project.name}.png` })
  await page.emulateMedia({ colorScheme: "dark" })
  await page.screenshot({ path: `test-results/notices-${info.project.name}-dark.png` })
  await page.emulateMedia({ colorScheme: "light" })
  await notice.click()
  await expect(page).toHaveURL(/\/photo-gallery/)
  for (const device of [page, other]) {
    await expect(device.getByRole("button", { name: "Notices", exact: true })).toBeVisible()
  }

  const section = other.locator("#notices")
  const mails = section.getByRole("switch", { name: "Mails about what happens" })
  await expect(mails).toBeChecked()
  await expectAccessible(other)
  await mails.press("Space")
  await expect(mails).not.toBeChecked()
  await expect(section.getByRole("checkbox", { name: "E-mail" }).first()).toBeDisabled()
  await section.getByLabel("Letter of the day at").fill("07:30")
  await section.getByRole("button", { name: "Save the times" }).click()
  await expect(other.getByText("Your times are saved.")).toBeVisible()
  await other.reload()
  await expect(section.getByLabel("Letter of the day at")).toHaveValue("07:30")
  await section.screenshot({ path: `test-results/notices-section-${info.project.name}.png` })
  await other.close()
})
