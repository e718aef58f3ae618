import { expect, test } from "@playwright/test"
import { expectAccessible, expectAccessibleInBothThemes } from "#e2e/accessible.ts"
import { callsAs, enrolByCalls } from "#e2e/learner.ts"
import { reloadOffline, setOffline } from "#e2e/network.ts"
import { ownerOf } from "#e2e/owner.ts"
import { enterAs, signUpConfirmed } from "#e2e/person.ts"

const program = "strategy_and_consulting"

test("a teacher orders lessons by finger and changes one; a learner keeps theirs and chooses the newer one", {
  tag: "@phone",
}, async ({ page, browser, playwright, baseURL }) => {
  const origin = baseURL ?? ""
  const owner = await ownerOf(playwright, origin)
  const send = callsAs(owner, origin)
  const learner = await browser.newPage({ baseURL: origin, viewport: { width: 390, height: 844 } })
  await signUpConfirmed(learner, origin)
  await enrolByCalls(learner, owner, origin, program)
  const { data: modules } = await send("get", "/operator/learning/modules")
  const { id: moduleId, title } = modules[0]
  const text = { kind: "text", minutes: 5, accepts: [], videoUrl: "", questions: [] }
  const path = `/operator/learning/modules/${moduleId}/lessons`
  const { data: lesson } = await send("post", path, { ...text, title: "What a week costs", body: "Old words." })

  const asked = { ...text, kind: "task", title: "Draw a stall", body: "Draw.", accepts: ["photo"] }
  const { data: task } = await send("post", path, asked)

  const lessonIds = async (): Promise<string[]> =>
    (await send("get", "/operator/learning/modules")).data[0].lessons.map(({ id }: { id: string }) => id)

  await test.step("drags it to the top at its grip", async () => {
    await enterAs(page, owner, origin)
    await page.goto("/operator/learning?part=lessons")
    await page.getByLabel("Module", { exact: true }).selectOption(moduleId)
    const rows = page.getByRole("list", { name: "Lessons in their order" }).getByRole("listitem")
    const grip = rows.filter({ hasText: lesson.title }).locator("[data-grip]")
    await expect(rows.last()).toBeVisible()
    await grip.evaluate((element) => element.scrollIntoView({ block: "end" }))
    const from = await grip.boundingBox()
    if (!from) throw new Error(`There is no outline of ${title}.`)
    const touch = await page.context().newCDPSession(page)
    const at = (y: number) => [{ x: from.x + from.width / 2, y }]
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(from.y + 20) })
    // Near the edge the page goes along, until the first row is under the finger.
    await expect(async () => {
      for (const y of [from.y, from.y / 2, 60, 61]) {
        await touch.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(y) })
      }
      await expect(rows.first()).toContainText(lesson.title, { timeout: 100 })
    }).toPass({ intervals: [20] })
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] })
    await expect(page.getByText(`${lesson.title} is now number 1 of`)).toBeAttached()
    await expect.poll(async () => (await lessonIds())[0]).toBe(lesson.id)
    await expectAccessible(page)
    const seen = await lessonIds()
    const wanted = [lesson.id, task.id, ...seen.filter((id) => id !== lesson.id && id !== task.id)]
    await send("put", `/operator/learning/modules/${moduleId}/order`, { lessonIds: wanted, seen })
  })

  await test.step("the learner begins it, and it is changed", async () => {
    await learner.goto(`/learn/${lesson.id}`)
    await expect(learner.getByText("Old words.")).toBeVisible()
    await page.getByRole("button", { name: /^What a week costs/ }).click()
    await page.getByLabel("Text (Markdown)").fill("New words.")
    await page.getByRole("button", { name: "Save the lesson" }).click()
    await page.getByText("Versions of this lesson").click()
    await page.getByRole("button", { name: "Look at version 1" }).click()
    await expect(page.getByRole("region", { name: "Version 1" }).getByText("Gone: Old words.")).toBeVisible()
    await expect(page.getByText(/1 learner goes by it/)).toBeVisible()
    await expectAccessibleInBothThemes(page)
  })

  await test.step("the learner reads the newer version and goes on with it", async () => {
    await learner.reload()
    await expect(learner.getByText("Old words.")).toBeVisible()
    await expectAccessibleInBothThemes(learner)
    await learner.getByRole("link", { name: "Read the newer version" }).click()
    await expect(learner.getByText("New words.")).toBeVisible()
    await expect(learner.getByRole("button", { name: "Mark as done" })).toHaveCount(0)
    await learner.getByRole("button", { name: "Go on with this version" }).click()
    await learner.getByRole("button", { name: "Mark as done" }).click()
    await expect(learner.getByText("Done", { exact: true })).toBeVisible()
  })

  await test.step("hands a task in without a line: the chosen file waits, after a reload too", async () => {
    await learner.goto(`/learn/${task.id}`)
    await learner.getByLabel("Photos or a document").setInputFiles("web/public/assets/congrats.webp")
    await learner.evaluate(() => navigator.serviceWorker.ready)
    await learner.reload()
    await expect(learner.getByText("congrats.webp", { exact: true })).toBeVisible()
    await setOffline(learner, true)
    await learner.getByRole("button", { name: "Hand in" }).click()
    await expect(learner.getByText(/^No connection\. The file goes on/)).toBeVisible()
    await reloadOffline(learner)
    await expect(learner.getByText("congrats.webp", { exact: true })).toBeVisible()
    await setOffline(learner, false)
    await learner.getByRole("button", { name: "Hand in" }).click()
    await expect(learner.getByText("Handed in, waiting for an answer")).toBeVisible()
  })

  await test.step("it goes out of the way of other journeys", async () => {
    const [module] = (await send("get", "/operator/learning/modules")).data
    const seen: string[] = module.lessons.map(({ id }: { id: string }) => id)
    await send("put", `/operator/learning/modules/${moduleId}/order`, {
      lessonIds: [...seen.slice(1), lesson.id],
      seen,
    })
    const { version } = module.lessons[0]
    const draft = { ...text, title: lesson.title, body: "New words.", isDraft: true, version }
    expect((await owner.patch(`/operator/learning/lessons/${lesson.id}`, { data: draft })).ok()).toBe(true)
    await learner.context().close()
  })
})
