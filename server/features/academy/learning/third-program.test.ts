import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Program, ProgramCard } from "#contract/catalogue/program.ts"
import { findProgram, openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { programCards } from "#contract/catalogue/programs/program-cards.ts"
import { courseOf, courses } from "#server/features/academy/programs/service.ts"
import { addToCatalogue } from "#server/testing/add-to-catalogue.ts"
import { type Academy, openAcademy } from "#server/testing/records/academy.ts"
import { calls, enrol, journey } from "#server/testing/records/build-applicant.ts"
import { check, play } from "#server/testing/records/payments.ts"

const model = findProgram("strategy_and_consulting") ?? expect.fail()
const card: ProgramCard = { name: "Shop Photography", description: "Light.", slug: "shop_photography", disabled: false }
const program: Program = {
  ...model,
  program_name: card.name,
  slug: card.slug,
  brochure_link: "/brochures/shop-photography.pdf",
  course_outline: [{ topic: "Light", description: "Where it comes from.", outcomes: ["See it"], is_elective: false }],
}

const folder = mkdtempSync(join(tmpdir(), "aworan-program-"))
let academy: Academy
let takeOut: (() => void)[] = []

beforeAll(async () => {
  const known = courseOf(model.slug)
  mkdirSync(join(folder, "lessons"))
  writeFileSync(
    join(folder, "lessons/1-window-light.md"),
    "---\ntitle: Window light\nminutes: 4\n---\nStand beside it.\n",
  )
  copyFileSync(new URL("brochure.jpg", known.folder), join(folder, "brochure.jpg"))
  const questions = known.questions.map((question) => ({ ...question, id: `sp-${question.id}` }))
  const calendar = [{ phase: 1, opensAfterDays: null }]
  const course = { ...known, programId: card.slug, folder: pathToFileURL(`${folder}/`), calendar, questions }
  takeOut = [addToCatalogue(programCards, card), addToCatalogue(openPrograms, program), addToCatalogue(courses, course)]
  academy = await openAcademy()
})
afterAll(async () => {
  await academy.close()
  for (const takeOne of takeOut) takeOne()
  rmSync(folder, { recursive: true })
})

test("a program that was added to the lists is applied for, admits, and teaches", async () => {
  const { t, teacher: operator } = academy
  const days = { startsOn: "2027-03-01", applyBy: "2027-02-01", enrolBy: "2027-02-20" }
  const values = { ...days, seats: 3, fullScholarships: 0, partialScholarships: 0, isOpen: true }
  await calls(t, operator, ["POST", "/operators/admissions/cohorts"], { program: card.slug, values }, 201)

  const person = await t.signUp({ isVerified: true })
  const body = { item: `application:${card.slug}`, ageConfirmed: true }
  const order = (await calls(t, person, ["POST", "/orders"], body, 201)).data
  expect(order.title).toContain(card.name)
  await play(t, order.tx_ref, { outcome: "success", notices: 0 })
  expect((await check(t, person, order.tx_ref)).status).toBe("paid")
  const { application } = await journey(t, person)
  expect(application).toMatchObject({ programId: card.slug, program: card.name })

  await enrol(t, { person, operator, id: application.id })
  const lessons = async () =>
    (await academy.modulesOf(person)).find(({ id }) => id === "shop-photography-1")?.lessons ?? []
  const [lesson] = await lessons()
  expect(lesson).toMatchObject({ title: "Window light", isDone: false })
  // What comes before every program opens the program's own.
  await academy.study(person)
  const { data } = await calls(t, person, ["GET", `/learning/lessons/${lesson?.id}`])
  expect(JSON.stringify(data)).toContain("Stand beside it.")
  expect(await lessons()).toMatchObject([{ isDone: true }])

  const resources = (await calls(t, person, ["GET", "/learning/resources"])).data
  expect(resources.files).toContainEqual(expect.objectContaining({ url: program.brochure_link }))
  expect((await t.request("GET", program.brochure_link)).headers["content-type"]).toBe("application/pdf")
})
