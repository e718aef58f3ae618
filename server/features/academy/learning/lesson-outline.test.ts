import { afterAll, beforeAll, expect, test } from "vitest"
import { transact } from "#server/db/open.ts"
import { type Academy, openAcademy } from "#server/testing/records/academy.ts"
import { calls } from "#server/testing/records/build-applicant.ts"
import type { TestApp, TestPerson } from "#server/testing/test-app.ts"
import { seedCourses } from "./seed.ts"

let a: Academy
let t: TestApp
let learner: TestPerson

beforeAll(async () => {
  a = await openAcademy()
  ;({ t } = a)
  learner = await a.learner()
})
afterAll(() => a.close())

interface Listed {
  id: string
  title: string
  people: number
  version: number
}

const modules = async (): Promise<{ id: string; programId: string | null; lessons: Listed[] }[]> =>
  (await calls(t, a.teacher, ["GET", "/operator/learning/modules"])).data
const lessonsOf = async (moduleId: string): Promise<Listed[]> =>
  (await modules()).find(({ id }) => id === moduleId)?.lessons ?? []

const text = {
  ...{ kind: "text", title: "Prices", minutes: 5, body: "Words.", accepts: [], videoUrl: "", questions: [] },
}
const add = async (moduleId: string, title: string, isDraft: boolean): Promise<Listed> => {
  const path = `/operator/learning/modules/${moduleId}/lessons`
  return (await calls(t, a.teacher, ["POST", path], { ...text, title, isDraft }, 201)).data
}
const seen = async (): Promise<string[]> =>
  (await a.modulesOf(learner)).flatMap(({ lessons }) => lessons.map(({ title }) => title))

test("a draft is seen by those who teach and by no learner, until it is published", async () => {
  const module = (await modules()).find(({ programId }) => programId === a.programId)
  const { id, version } = await add(module?.id ?? "", "A first draft", true)
  const all = (await a.portalOf(learner)).progress.all
  expect(await seen()).not.toContain("A first draft")
  await calls(t, learner, ["GET", `/learning/lessons/${id}`], undefined, 404)
  expect((await lessonsOf(module?.id ?? "")).map(({ title }) => title)).toContain("A first draft")
  const { kind: _, ...change } = text
  await calls(t, a.teacher, ["PATCH", `/operator/learning/lessons/${id}`], { ...change, isDraft: false, version })
  expect(await seen()).toContain("Prices")
  expect((await a.portalOf(learner)).progress.all).toBe(all + 1)
})

test("lessons get the order that is sent, when it names those that are there", async () => {
  const [scrum] = await modules()
  const moduleId = scrum?.id ?? ""
  const before = (scrum?.lessons ?? []).map(({ id }) => id)
  const path: ["PUT", string] = ["PUT", `/operator/learning/modules/${moduleId}/order`]
  const turned = before.toReversed()
  await calls(t, a.teacher, path, { lessonIds: turned, seen: before })
  expect((await lessonsOf(moduleId)).map(({ id }) => id)).toEqual(turned)
  const first = (await a.modulesOf(learner))[0]?.lessons.map(({ id }) => id)
  expect(first).toEqual(turned)
  for (const lessonIds of [before.slice(1), [...before, "another"], [...before.slice(1), before[1] ?? ""]]) {
    await calls(t, a.teacher, path, { lessonIds, seen: turned }, 409)
  }
  // Of two who begin with the same order the later one is told, and nothing of theirs is stored.
  const both = await Promise.all(
    [before, [...turned.slice(1), turned[0] ?? ""]].map((lessonIds) =>
      t.request("PUT", path[1], { person: a.teacher, body: { lessonIds, seen: turned } }),
    ),
  )
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const stands = (await lessonsOf(moduleId)).map(({ id }) => id)
  await calls(t, a.teacher, path, { lessonIds: before, seen: stands })
  await calls(t, learner, path, { lessonIds: before, seen: before }, 403)
  const nothing: ["PUT", string] = ["PUT", "/operator/learning/modules/nothing/order"]
  await calls(t, a.teacher, nothing, { lessonIds: before, seen: before }, 404)
})

test("modules of a phase change places, learners see it, and opening days stay with the places", async () => {
  const phase = 2
  const own = async () =>
    (await a.portalOf(learner)).phases[phase].modules.map(({ id, opensOn }: { id: string; opensOn: string }) => ({
      id,
      opensOn,
    }))
  const before: { id: string; opensOn: string }[] = await own()
  const days = before.map(({ opensOn }) => opensOn)
  expect(new Set(days).size).toBeGreaterThan(1)
  const seen = before.map(({ id }) => id)
  const moduleIds = seen.toReversed()
  const path: ["PUT", string] = ["PUT", "/operator/learning/module-order"]
  await calls(t, a.teacher, path, { moduleIds, seen })
  expect(await own()).toEqual(moduleIds.map((id, index) => ({ id, opensOn: days[index] })))
  await calls(t, a.teacher, path, { moduleIds: seen, seen }, 409)
  await calls(t, a.teacher, path, { moduleIds: seen.slice(1), seen: moduleIds }, 409)
  const other = (await a.portalOf(learner)).phases[1].modules[0].id
  await calls(t, a.teacher, path, { moduleIds: [...seen.slice(1), other], seen: moduleIds }, 409)
  await calls(t, a.teacher, path, { moduleIds: ["nothing"], seen: ["nothing"] }, 404)
  await calls(t, learner, path, { moduleIds: seen, seen: moduleIds }, 403)
  const both = await Promise.all(
    [seen, [...moduleIds.slice(1), moduleIds[0] ?? ""]].map((wanted) =>
      t.request("PUT", path[1], { person: a.teacher, body: { moduleIds: wanted, seen: moduleIds } }),
    ),
  )
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const stands = (await own()).map(({ id }: { id: string }) => id)
  if (stands[0] !== seen[0]) await calls(t, a.teacher, path, { moduleIds: seen, seen: stands })
  expect(await own()).toEqual(before)
})

test("a lesson is removed for good when nobody has done anything there, and stays otherwise", async () => {
  const [scrum] = await modules()
  const [first, , , last] = scrum?.lessons ?? []
  await a.done(learner, [first?.id ?? ""])
  const remove = (id: string) =>
    t.request("DELETE", `/operator/learning/lessons/${id}`, { person: a.teacher, body: {} })
  const refused = await remove(first?.id ?? "")
  expect([refused.statusCode, refused.json().message]).toEqual([409, expect.stringContaining("1 person has")])
  expect((await lessonsOf(scrum?.id ?? ""))[0]?.people).toBe(1)
  expect((await remove(last?.id ?? "")).statusCode).toBe(204)
  expect((await remove(last?.id ?? "")).statusCode).toBe(404)
  // As at the next start, which puts what was written in place.
  await transact(t.s.db, (tx) => seedCourses(tx))
  expect((await lessonsOf(scrum?.id ?? "")).map(({ id }) => id)).not.toContain(last?.id)
})
