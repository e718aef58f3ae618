import { expect } from "vitest"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"
import { buildApplicant, buildOperator, calls, enrol, saveCohort, testClock } from "./build-applicant.ts"

interface Module {
  id: string
  isElective: boolean
  lessons: { id: string; kind: string; title: string; isDone: boolean; lock: string | null; dueOn: string }[]
}

/** Moment at which learners of these tests begin; their first class is on 1 March 2027. */
export const learnersBegin = "2026-12-01T09:00:00Z"

const programId = "strategy_and_consulting"
const cohortId = `${programId}-3`

export type Academy = Awaited<ReturnType<typeof openAcademy>>

/** The numbers of the right answers of a quiz, which learners are told only after it. */
export async function rightAnswers(t: TestApp, lessonId: string): Promise<number[]> {
  const lesson = t.s.db.selectFrom("lessons").select("quiz").where("id", "=", lessonId)
  return ((await lesson.executeTakeFirstOrThrow()).quiz ?? []).map(({ right }) => right)
}

/** A product whose clock a test moves, with a teacher, a cohort of one program, and what its learners do. */
export async function openAcademy() {
  const clock = testClock(learnersBegin)
  const t = await openTestApp({ replace: { now: clock.now } })
  const teacher = await buildOperator(t)
  const values = {
    startsOn: "2027-03-01",
    applyBy: "2027-02-01",
    enrolBy: "2027-02-20",
    seats: 30,
    fullScholarships: 1,
    partialScholarships: 2,
    isOpen: true,
  }
  await saveCohort(t, teacher, cohortId, values)

  const portalOf = async (person: TestPerson) => (await calls(t, person, ["GET", "/learning"])).data
  const modulesOf = async (person: TestPerson): Promise<Module[]> =>
    (await portalOf(person)).phases.flatMap((phase: { modules: Module[] }) => phase.modules)
  const done = (person: TestPerson, lessonIds: readonly string[]) =>
    calls(t, person, ["POST", "/learning/progress"], { lessonIds })
  const mark = (id: string, body: object, status = 200) =>
    calls(t, teacher, ["POST", `/operator/learning/submissions/${id}`], body, status)

  const passQuiz = async (person: TestPerson, id: string): Promise<void> => {
    const answers = await rightAnswers(t, id)
    const result = await calls(t, person, ["POST", `/learning/lessons/${id}/quiz`], { answers })
    expect(result.data).toMatchObject({ isPassed: true, right: answers.length })
  }
  const passTask = async (person: TestPerson, id: string): Promise<void> => {
    const sent = await calls(t, person, ["POST", `/learning/lessons/${id}/submissions`], { text: "My page." }, 201)
    await mark(sent.data.id, { state: "accepted", comment: "Well observed." })
  }
  /** Does lesson after lesson as far as they open, or until one of this kind; hands tasks in and has them accepted. */
  const study = async (person: TestPerson, until?: "task"): Promise<string | null> => {
    for (;;) {
      const lessons = (await modulesOf(person)).flatMap((module) => module.lessons)
      const lesson = lessons.find(({ isDone, lock }) => !isDone && lock === null)
      if (!lesson) return null
      if (lesson.kind === until) return lesson.id
      if (lesson.kind === "text") await done(person, [lesson.id])
      else if (lesson.kind === "quiz") await passQuiz(person, lesson.id)
      else await passTask(person, lesson.id)
    }
  }

  return {
    t,
    teacher,
    clock,
    cohortId,
    programId,
    portalOf,
    modulesOf,
    done,
    mark,
    passQuiz,
    passTask,
    study,
    close: () => t.close(),

    /** A person with a paid place, on the day on which they begin. */
    async learner(part: "full" | "first" = "full"): Promise<TestPerson> {
      clock.set(learnersBegin)
      const person = await t.signUp({ isVerified: true })
      const id = await buildApplicant(t, person, { programId })
      await enrol(t, { person, operator: teacher, id }, part)
      return person
    },

    /** Gives every module of the program a lesson, as teaching staff do while the cohort learns. */
    async writeLessons(): Promise<void> {
      const { data: modules } = await calls(t, teacher, ["GET", "/operator/learning/modules"])
      const own = modules.filter((module: { programId: string }) => module.programId === programId)
      const text = { kind: "text", title: "A lesson", minutes: 5, body: "Words.", accepts: [] }
      for (const module of own.filter(({ lessons }: { lessons: unknown[] }) => lessons.length === 0)) {
        const path = `/operator/learning/modules/${module.id}/lessons`
        await calls(t, teacher, ["POST", path], { ...text, videoUrl: "", questions: [] }, 201)
      }
    },
  }
}
