import { type APIRequestContext, expect, type Page } from "@playwright/test"
import { databaseId, projectId } from "#contract/project.ts"

export interface NewPerson {
  email: string
  password: string
}

let count = 0

/** An address nobody used before in this run. */
export function newPerson(): NewPerson {
  return { email: `ada.${Date.now()}.${++count}@example.com`, password: "a long enough password" }
}

/** Fills the registration form as a person would, and presses the button. */
export async function fillSignUp(page: Page, person: NewPerson): Promise<void> {
  await page.getByLabel("First name").fill("Ada")
  await page.getByLabel("Last name").fill("Obi")
  await page.getByLabel("E-mail").fill(person.email)
  await page.getByLabel("Password", { exact: true }).fill(person.password)
  await page.getByLabel(/confirm password/i).fill(person.password)
  const terms = page.getByRole("checkbox", { name: /16 or older/ })
  await terms.press("Space")
  await expect(terms).toBeChecked()
  await page.getByRole("button", { name: /create/i }).click()
}

/** The second step of signing up, which is asked for before the first payment. */
export async function fillDetails(page: Page): Promise<void> {
  await page.getByLabel(/phone/i).fill("+234 803 123 4567")
  await page.getByRole("combobox", { name: /country/i }).fill("Nigeria")
  await page.getByRole("combobox", { name: /state/i }).fill("Lagos")
  await page.getByRole("combobox", { name: /state/i }).press("Tab")
  await page.getByRole("button", { name: "Save and go on" }).click()
  await expect(page.getByRole("heading", { name: "Your phone and place" })).toHaveCount(0)
}

/** The newest link mailed to this address. */
export async function mailedLink(page: Page, email: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const mails = (await (await page.request.get(`/dev/mail.json?to=${email}`)).json()) as { text: string }[]
      link = mails[0]?.text.match(/https?:\/\/\S+/)?.[0]
      return link
    })
    .toBeTruthy()
  return link ?? ""
}

/** Sends what must succeed before a journey can begin, as the product's own page would. */
async function send(page: Page, origin: string, method: "post" | "put", path: string, data: object) {
  const reply = await page.request[method](path, { data, headers: { origin } })
  expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
  return reply.json()
}

/**
 * Signs the browser in as whoever the calls are signed in as: the cookie, and the marker without which the app sends to
 * the form.
 */
export async function enterAs(page: Page, request: APIRequestContext, origin: string): Promise<void> {
  const { cookies } = await request.storageState()
  const marker = { name: "cookieFallback", value: JSON.stringify({ [`a_session_${projectId}`]: "signed-in" }) }
  await page.context().setStorageState({ cookies, origins: [{ origin, localStorage: [marker] }] })
}

/** A new person who is signed in, by the calls of the form, for journeys in which signing up is not what is tested. */
export async function signUp(page: Page, origin: string): Promise<NewPerson> {
  const person = newPerson()
  const { email, password } = person
  const name = "Ada Obi"
  const account = await send(page, origin, "post", "/v1/account", { userId: "unique()", email, password, name })
  await send(page, origin, "post", "/v1/account/sessions/email", { email, password })
  await send(page, origin, "post", "/v1/account/verification", { url: `${origin}/verify-user` })
  const details = { country: "Nigeria", state: "Lagos", phoneNumber: "+234 803 123 4567" }
  const profile = { accountId: account.$id, email, name, ...details }
  const documents = `/v1/databases/${databaseId}/collections/profiles/documents`
  await send(page, origin, "post", documents, { documentId: "unique()", data: profile })
  await enterAs(page, page.request, origin)
  return person
}

/** The same person with a confirmed address, and with the credits that come with that. */
export async function signUpConfirmed(page: Page, origin: string): Promise<NewPerson> {
  const person = await signUp(page, origin)
  await openLink(page, origin, person.email)
  return person
}

async function openLink(page: Page, origin: string, email: string): Promise<void> {
  const link = new URL(await mailedLink(page, email))
  await send(page, origin, "put", "/v1/account/verification", Object.fromEntries(link.searchParams))
}
