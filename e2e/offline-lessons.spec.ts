import { readFileSync } from "node:fs"
import { type APIRequestContext, expect, type Page, test } from "@playwright/test"
import { expectAccessible } from "./accessible.ts"
import { findCutParts } from "./cut-parts.ts"
import { callsAs, enrolByCalls } from "./learner.ts"
import { gotoOffline, reloadOffline, setOffline } from "./network.ts"
import { ownerOf } from "./owner.ts"
import { type NewPerson, newPerson, signUpConfirmed } from "./person.ts"

const program = "strategy_and_consulting"
const firstLesson = /Why short rounds/i

/** What of a person this browser still has for the portal. */
const storedHere = (page: Page): Promise<unknown[]> =>
  page.evaluate(
    () =>
      new Promise<unknown[]>((resolve) => {
        const opening = indexedDB.open("kept-for-offline")
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve([])
        opening.onsuccess = () => {
          const all = opening.result.transaction("things").objectStore("things").getAll()
          all.onsuccess = () => resolve(all.result)
        }
      }),
  )

/** Until this browser has a copy of a lesson: it is written after the lesson is shown. */
async function untilKept(page: Page, lessonId: string): Promise<void> {
  const hasCopy = async () => (await storedHere(page)).some((thing) => idOfCopy(thing) === lessonId)
  await expect.poll(hasCopy, lessonId).toBe(true)
}

const idOfCopy = (thing: unknown): string | undefined => (thing as { lesson?: { id: string } }).lesson?.id

/** Puts a picture and a sound into the first lesson, as teaching staff do. */
async function illustrate(owner: APIRequestContext, origin: string): Promise<void> {
  const send = callsAs(owner, origin)
  const upload = async (bucket: string, name: string, mimeType: string, buffer: Buffer): Promise<string> => {
    const multipart = { fileId: "unique()", file: { name, mimeType, buffer } }
    const reply = await owner.post(`/v1/storage/buckets/${bucket}/files`, { multipart, headers: { origin } })
    expect(reply.ok(), await reply.text()).toBe(true)
    return (await reply.json()).$id
  }
  const picture = await upload("images", "round.webp", "image/webp", readFileSync("web/public/assets/congrats.webp"))
  const sound = await upload("documents", "voice.mp3", "audio/mpeg", Buffer.from("ID3 and some seconds of a voice"))
  const { data: modules } = await send("get", "/operator/learning/modules")
  const { id, moduleId: _m, position: _p, kind: _k, ...text } = modules[0].lessons[0]
  const [words] = text.body.split("\n\n![A round]")
  const body = `${words}\n\n![A round](/v1/storage/buckets/images/files/${picture}/view?project=aworan)\n`
  const files = [{ bucketId: "documents", fileId: sound, title: "Sound only" }]
  const reply = await owner.patch(`/operator/learning/lessons/${id}`, { data: { ...text, body, files } })
  expect(reply.ok(), await reply.text()).toBe(true)
}

test("a kept lesson is read and done without a network, and is nobody else's", { tag: "@desk" }, async ({
  page,
  playwright,
  baseURL,
}) => {
  const origin = baseURL ?? ""
  const owner = await ownerOf(playwright, origin)
  const learner = await signUpConfirmed(page, origin)
  await enrolByCalls(page, owner, origin, program)
  await illustrate(owner, origin)
  const portal = async () => (await callsAs(page.request, origin)("get", "/learning")).data

  await test.step("keeps what is open, and opens it without a network", async () => {
    await page.goto("/learn")
    await page.getByRole("button", { name: "Keep for offline: Scrum Fundamentals" }).click()
    await expect(page.getByText("One lesson is kept here")).toBeVisible()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expectAccessible(page)
    await setOffline(page, true)
    await reloadOffline(page)
    await expect(page.getByText(/This is the copy kept on this device from/)).toBeVisible()
    await expect(page.getByText(/kept on this device$/).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole("link", { name: firstLesson }).first().click()
    await expect(page).toHaveURL(/\/learn\/scrum-/)
    await reloadOffline(page)
    await expect(page.getByRole("heading", { level: 1, name: firstLesson })).toBeVisible()
    await expect(page.getByText(/You are offline\. This is the copy/)).toBeVisible()
    await expectAccessible(page)
    const picture = page.getByRole("img", { name: "A round" })
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
    await expect(page.getByText("What is not kept on this device opens when you are online.")).toBeVisible()
    await setOffline(page, false)
    await page.getByRole("button", { name: "Keep these for offline too (1 kB)" }).click()
    await expect(page.getByText("These are kept on this device too.")).toBeVisible()
    await setOffline(page, true)
    await reloadOffline(page)
    await expect(page.getByRole("button", { name: "Sound only (1 kB)" })).toBeVisible()
    await gotoOffline(page, "/learn/never-opened")
    await expect(page.getByText("It is not kept on this device. It opens when you are online.")).toBeVisible()
    await page.goBack()
  })

  await test.step("does it offline; the server learns of it with the connection", async () => {
    await page.getByRole("button", { name: "Mark as done" }).click()
    await expect(page.getByText("Done, not sent yet")).toBeVisible()
    await reloadOffline(page)
    await expect(page.getByText("Done, not sent yet")).toBeVisible()
    expect((await portal()).progress.done).toBe(0)
    await setOffline(page, false)
    await expect(page.getByText("One lesson you did offline is saved.")).toBeVisible()
    await expect(page.getByText(/This is the copy/)).toHaveCount(0)
    await expect(page.getByText("Done", { exact: true })).toBeVisible()
    expect((await portal()).progress.done).toBe(1)
  })

  await test.step("pages for everybody are never answered by a copy", async () => {
    await setOffline(page, true)
    await expect(page.goto("/pricing")).rejects.toThrow(/ERR_INTERNET_DISCONNECTED/)
    await setOffline(page, false)
  })

  await test.step("reads at 400 % zoom, with nothing cut off", async () => {
    const usual = page.viewportSize()
    await page.setViewportSize({ width: 320, height: 256 })
    const { next } = await portal()
    for (const path of ["/learn", `/learn/${next.lessonId}`, "/program-resources", "/study-kits"]) {
      await page.goto(path)
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
      await expect.poll(() => page.evaluate(findCutParts), path).toEqual([])
    }
    if (usual) await page.setViewportSize(usual)
  })

  const { lessonId } = (await portal()).next
  const lesson = new URL(lessonId, `${origin}/learn/`).href
  await test.step("a session that ended elsewhere shows nothing of it", async () => {
    await page.goto(lesson)
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    await page.request.delete("/v1/account/sessions/current", { headers: { origin } })
    await page.reload()
    await expect(page).toHaveURL(/\/sign-in/)
    await setOffline(page, true)
    await page.goto(lesson).catch(() => undefined)
    await expect(page.getByRole("heading", { name: "Waiting for the connection" })).toBeVisible()
    await setOffline(page, false)
    await expect(page).toHaveURL(/\/sign-in/)
  })

  await test.step("another person in the same browser finds nothing", async () => {
    // By calls alone: signing up as other journeys do would begin with an empty browser.
    const { email, password } = newPerson()
    const send = callsAs(page.request, origin)
    await send("post", "/v1/account", { userId: "unique()", email, password, name: "Bola Ade" })
    await send("post", "/v1/account/sessions/email", { email, password })
    expect(await storedHere(page)).not.toEqual([])
    await page.goto("/app")
    await expect(page.getByRole("heading", { level: 1, name: /Welcome/ })).toBeVisible()
    const copies = async () => (await storedHere(page)).map(idOfCopy).filter(Boolean)
    await expect.poll(copies).toEqual([])
    // Who is here is written after the page is shown.
    await expect.poll(async () => JSON.stringify(await storedHere(page))).toContain(email)
    await setOffline(page, true)
    await gotoOffline(page, lesson)
    await expect(page.getByText("It is not kept on this device. It opens when you are online.")).toBeVisible()
    await setOffline(page, false)
  })

  const signIn = async ({ email, password }: NewPerson): Promise<void> => {
    await page.context().clearCookies()
    // The page that somebody wanted is where they come after signing in.
    await page.goto("/app")
    await expect(page).toHaveURL(/\/sign-in/)
    await page.getByLabel("E-mail").fill(email)
    await page.getByLabel("Password", { exact: true }).fill(password)
    await page.getByRole("button", { name: "Sign in", exact: true }).click()
    await expect(page).toHaveURL(/\/app/)
  }

  await test.step("signing out without a network leaves what was not sent alone, and ends the session later", async () => {
    await signIn(learner)
    await page.goto(lesson)
    await untilKept(page, lessonId)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await setOffline(page, true)
    await reloadOffline(page)
    await page.getByRole("button", { name: "Mark as done" }).click()
    await expect(page.getByText("Done, not sent yet")).toBeVisible()
    await page.getByRole("button", { name: /^Account of/ }).click()
    await page.getByRole("menuitem", { name: "Sign out" }).click()
    await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible()
    await expect(page.getByText(/saved when you sign in here again/)).toBeVisible()
    await expectAccessible(page)
    const unsent = [[lessonId]]
    expect(await storedHere(page)).toEqual(unsent)
    await reloadOffline(page)
    await expect(page.getByRole("heading", { name: "You are signed out" })).toBeVisible()
    await setOffline(page, false)
    await expect(page).toHaveURL(/\/sign-in/)
    expect((await page.request.get("/v1/account")).status()).toBe(401)
    expect(await storedHere(page)).toEqual(unsent)
  })

  await test.step("it is sent when its learner is back, on whatever page, and not as anybody else", async () => {
    const other = newPerson()
    await callsAs(page.request, origin)("post", "/v1/account", { userId: "unique()", ...other, name: "Bola Ade" })
    await signIn(other)
    await expect(page.getByRole("heading", { level: 1, name: /Welcome/ })).toBeVisible()
    await signIn(learner)
    await expect(page.getByText("One lesson you did offline is saved.")).toBeVisible()
    expect((await portal()).progress.done).toBe(2)
    await page.goto("/learn")
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible()
    expect((await portal()).progress.done).toBe(2)
  })
})
