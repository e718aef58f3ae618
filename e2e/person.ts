import { expect, type Page } from "@playwright/test"

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
  await page.getByLabel("Email").fill(person.email)
  await page.getByLabel(/phone/i).fill("+234 803 123 4567")
  await page.getByRole("combobox", { name: /country/i }).fill("Nigeria")
  await page.getByRole("combobox", { name: /state/i }).fill("Lagos")
  await page.getByLabel("Password", { exact: true }).fill(person.password)
  await page.getByLabel(/confirm password/i).fill(person.password)
  // By key: the open list of states may lie over it.
  const terms = page.getByRole("checkbox", { name: /16 or older/ })
  await terms.press("Space")
  await expect(terms).toBeChecked()
  await page.getByRole("button", { name: /create/i }).click()
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

/** Signs a new person up who confirms the address, and has the credits that come with that. */
export async function signUpConfirmed(page: Page): Promise<NewPerson> {
  const person = newPerson()
  await page.goto("/sign-up")
  await fillSignUp(page, person)
  await expect(page).toHaveURL(/\/app$/)
  await page.goto(await mailedLink(page, person.email))
  await page.getByRole("button", { name: /confirm|verify/i }).click()
  await expect(page.getByLabel(/20 credits/i).first()).toBeVisible()
  return person
}
