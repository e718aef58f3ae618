import { type APIRequestContext, expect, type Page } from "@playwright/test"

const adminPath = "/operators/admissions"

type Method = "get" | "post" | "put"

/** Calls that must succeed, as this person. @returns the answer */
export function callsAs(request: APIRequestContext, origin: string) {
  return async (method: Method, path: string, data?: object) => {
    const sent = method !== "get" && path.startsWith(adminPath) ? { reason: "Looked at together", ...data } : data
    const reply = await request[method](path, { ...(sent && { data: sent }), headers: { origin } })
    expect(reply.ok(), `${path}: ${await reply.text()}`).toBe(true)
    return reply.status() === 204 ? null : reply.json()
  }
}

/** Pays an order at the sandbox and waits until the server knows. */
async function pay(send: ReturnType<typeof callsAs>, item: string, options?: object): Promise<void> {
  const { data } = await send("post", "/orders", { item, currency: "NGN", ...(options && { options }) })
  const paid = await send("post", `/dev/pay/${data.tx_ref}`, { outcome: "success" })
  const { transaction_id } = paid.data
  await expect
    .poll(async () => (await send("post", `/orders/${data.tx_ref}/check`, { transaction_id })).data.status)
    .toBe("paid")
}

/** Pays somebody's application, by the calls of the screens, and waits for the study kit. @returns the application's id */
export async function applyByCalls(page: Page, origin: string, program: string): Promise<string> {
  const own = callsAs(page.request, origin)
  await pay(own, `application:${program}`, { ageConfirmed: true })
  const journey = async () => (await own("get", "/academy/journey")).data
  await expect.poll(async () => (await journey()).assessment?.state).toBe("ready")
  return (await journey()).application.id
}

/**
 * Brings somebody with a confirmed address to where the interview can be booked, by the calls of the screens.
 * @returns the application's id
 */
export async function assessByCalls(
  page: Page,
  owner: APIRequestContext,
  origin: string,
  program: string,
): Promise<string> {
  const own = callsAs(page.request, origin)
  const callAdmin = callsAs(owner, origin)
  const applicationId = await applyByCalls(page, origin, program)

  const { data: sheet } = await own("post", "/academy/assessment", {})
  await own("post", `/academy/assessment/${sheet.id}/hand-in`, {})
  const { data: file } = await callAdmin("get", `${adminPath}/assessments/${sheet.id}`)
  const open = file.questions.filter(({ given }: { given: number | null }) => given === null)
  const marks = open.map(({ id }: { id: string }) => ({ questionId: id, points: 4 }))
  if (marks.length > 0) await callAdmin("put", `${adminPath}/assessments/${sheet.id}/marks`, { marks })
  return applicationId
}

/** Brings somebody with a confirmed address to a paid place in a program, by the calls of the screens. */
export async function enrolByCalls(page: Page, owner: APIRequestContext, origin: string, program: string) {
  const own = callsAs(page.request, origin)
  const callAdmin = callsAs(owner, origin)
  const applicationId = await assessByCalls(page, owner, origin, program)
  const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
  const place = `https://meet.example.com/${applicationId}`
  await callAdmin("post", `${adminPath}/slots`, { day, times: ["10:00"], timeZone: "UTC", minutes: 30, place })
  const { data: slots } = await callAdmin("get", `${adminPath}/slots`)
  const slot = slots.find((one: { place: string }) => one.place === place)
  await own("put", "/academy/interview", { slotId: slot.id, timeZone: "Africa/Lagos" })
  await callAdmin("post", `${adminPath}/applications/${applicationId}/interview`, { outcome: "held" })
  await callAdmin("post", `${adminPath}/applications/${applicationId}/decision`, { outcome: "admitted" })
  const { enrolment } = (await own("get", "/academy/journey")).data
  await pay(own, `tuition:${enrolment.id}:full`)
}

interface PortalModule {
  lessons: { id: string; kind: "text" | "quiz" | "task"; isDone: boolean; lock: string | null }[]
}

/** Does one open lesson after the other. @returns the first task on the way; null when nothing is left */
export async function studyUntilTask(page: Page, origin: string): Promise<string | null> {
  const post = async (path: string, data: object) =>
    (await page.request.post(`/learning/${path}`, { data, headers: { origin } })).json()
  for (;;) {
    const { phases } = (await (await page.request.get("/learning")).json()).data
    const modules: PortalModule[] = phases.flatMap((phase: { modules: PortalModule[] }) => phase.modules)
    const next = modules.flatMap(({ lessons }) => lessons).find(({ isDone, lock }) => !isDone && lock === null)
    if (!next) return null
    if (next.kind === "task") return next.id
    if (next.kind === "text") await post("progress", { lessonIds: [next.id] })
    else {
      const lesson = (await (await page.request.get(`/learning/lessons/${next.id}`)).json()).data
      const answer = async (answers: number[]) => (await post(`lessons/${next.id}/quiz`, { answers })).data
      let wrong = await answer(lesson.questions.map(() => 7))
      while (wrong.triesLeft > 0) wrong = await answer(lesson.questions.map(() => 7))
      await answer(wrong.answers.map(({ right }: { right: number }) => right))
    }
  }
}
