import { expect, test } from "vitest"
import { usualFees } from "#contract/catalogue/fees.ts"
import type { Model } from "#contract/studio/trainings.ts"
import { balanceOf } from "#server/features/money/credits/service.ts"
import { uploadTrainingPhotos } from "#server/testing/records/uploads.ts"
import { createInterruptedEngine, type Interruptions } from "#server/testing/services/interrupted-engine.ts"
import { openTestApp } from "#server/testing/test-app.ts"
import { until } from "#server/testing/wait.ts"

test("a training that is stopped while its photos are looked at stays stopped", async () => {
  const meanwhile: Interruptions = {}
  const t = await openTestApp({ replace: { engine: createInterruptedEngine(meanwhile) } })
  try {
    const person = await t.signUp({ isVerified: true, credits: usualFees.training })
    const documentId = "stopped"
    const stopped = Promise.withResolvers<string>()
    meanwhile.ran = async (kind) => {
      if (kind !== "inspection") return
      const { body } = await t.request("POST", `/trainings/${documentId}/cancel`, { person, body: {} })
      stopped.resolve(body)
    }
    const data = { PrimaryStyle: "Bags", images: await uploadTrainingPhotos(t, person) }
    const path = "/v1/databases/main/collections/trainings/documents"
    const made = await t.request("POST", path, { person, body: { documentId, data } })
    expect(made.statusCode, made.body).toBe(201)
    expect(JSON.parse(await stopped.promise).data).toMatchObject({ trainingStatus: "cancelled" })
    // Whoever worked on it has let go.
    await until(async () => !(await t.s.queue.boss.findJobs("runs.training")).some(({ state }) => state === "active"))
    const model: Model = (await t.request("GET", `/trainings/${documentId}`, { person })).json().data
    expect(model).toMatchObject({ trainingStatus: "cancelled", isRefunded: true })
    expect(await balanceOf(t.s.db, person.accountId)).toEqual({ credits: usualFees.training, held: 0 })
  } finally {
    await t.close()
  }
})
