import sharp from "sharp"
import { afterAll, beforeAll, expect, test } from "vitest"
import { buildApplicant, buildOperator, calls, enrol } from "#server/testing/records/build-applicant.ts"
import { filesAt, upload, uploaded } from "#server/testing/records/uploads.ts"
import { openTestApp, type TestApp, type TestPerson } from "#server/testing/test-app.ts"

let t: TestApp
let teacher: TestPerson
let learner: TestPerson

const programId = "strategy_and_consulting"

beforeAll(async () => {
  t = await openTestApp()
  teacher = await buildOperator(t)
  learner = await t.signUp({ isVerified: true })
  await enrol(t, { person: learner, operator: teacher, id: await buildApplicant(t, learner, { programId }) })
})
afterAll(() => t.close())

/** The beginning of a sound file, and of one that is none. */
const sound = Buffer.from("ID3 and some seconds of a voice")
const program = Buffer.from("MZ and something that runs")

test("a lesson's own pictures, sounds and papers are seen by those who may open it, and nobody else", async () => {
  const jpeg = await sharp({ create: { width: 40, height: 40, channels: 3, background: "#1f1b63" } })
    .jpeg()
    .toBuffer()
  const picture = await uploaded(t, jpeg, { person: teacher, bucket: "images", name: "order.jpg" })
  const voice = await uploaded(t, sound, { person: teacher, bucket: "documents", name: "voice.mp3" })
  const theirs = await uploaded(t, sound, { person: learner, bucket: "documents", name: "mine.mp3" })
  expect((await upload(t, program, { person: teacher, bucket: "documents", name: "tool.exe" })).statusCode).toBe(400)

  const { data: modules } = await calls(t, teacher, ["GET", "/operator/learning/modules"])
  const [open, locked] = modules[0].lessons
  const { id: _, moduleId: _m, position: _p, kind: _k, ...text } = open
  const own = `/v1/storage/buckets/images/files/${picture.$id}/view?project=aworan`
  const body = { ...text, body: `![An order](${own})`, files: [{ ...fileOf(voice.$id), title: "Sound only" }] }
  const path = `/operator/learning/lessons/${open.id}`
  await calls(t, teacher, ["PATCH", path], { ...body, files: [{ ...fileOf(theirs.$id), title: "Sound" }] }, 400)
  await calls(t, teacher, ["PATCH", path], { ...body, body: `![x](${own.replace(picture.$id, theirs.$id)})` }, 400)
  const { data: first } = await calls(t, teacher, ["PATCH", path], body)
  // A colleague changes the words; what was there already stays.
  const colleague = await buildOperator(t)
  expect((await t.request("GET", own, { person: colleague })).statusCode).toBe(200)
  const anew = { ...body, title: "Why short rounds help", version: first.version }
  const saved = await calls(t, colleague, ["PATCH", path], anew)
  expect(saved.data.files).toEqual(body.files)

  expect((await t.request("GET", own, { person: learner })).statusCode).toBe(404)
  const { data: lesson } = await calls(t, learner, ["GET", `/learning/lessons/${open.id}`])
  const address = `/learning/lessons/${open.id}/files/${picture.$id}`
  expect(lesson.blocks).toEqual([{ kind: "picture", src: address, alt: "An order" }])
  expect(lesson.files).toMatchObject([{ title: "Sound only", mimeType: "audio/mpeg", byteSize: sound.length }])
  const seen = await t.request("GET", address, { person: learner })
  expect([seen.statusCode, seen.headers["content-type"]]).toEqual([200, "image/jpeg"])
  expect((await t.request("GET", lesson.files[0].url, { person: learner })).rawPayload).toEqual(sound)

  const stranger = await t.signUp({ isVerified: true })
  expect((await t.request("GET", address, { person: stranger })).statusCode).toBe(403)
  expect((await t.request("GET", address)).statusCode).toBe(401)
  const elsewhere = (lessonId: string, fileId: string) =>
    t.request("GET", `/learning/lessons/${lessonId}/files/${fileId}`, { person: learner })
  expect((await elsewhere(open.id, theirs.$id)).statusCode).toBe(404)
  expect((await elsewhere(locked.id, picture.$id)).statusCode).toBe(409)
})

test("a lesson's file that is removed is gone from the lesson, whatever comes under its id later", async () => {
  const voice = await uploaded(t, sound, { person: teacher, bucket: "documents", name: "voice.mp3" })
  const { data: modules } = await calls(t, teacher, ["GET", "/operator/learning/modules"])
  const { id, moduleId: _m, position: _p, kind: _k, ...text } = modules[0].lessons[0]
  const body = { ...text, body: "Listen", files: [{ ...fileOf(voice.$id), title: "Sound only" }] }
  await calls(t, teacher, ["PATCH", `/operator/learning/lessons/${id}`], body)
  const path = `/learning/lessons/${id}/files/${voice.$id}`
  const { newestEdition: edition } = (await calls(t, learner, ["GET", `/learning/lessons/${id}`])).data
  await calls(t, learner, ["POST", `/learning/lessons/${id}/edition`], { edition })
  expect((await t.request("GET", path, { person: learner })).rawPayload).toEqual(sound)
  await t.request("DELETE", filesAt("documents", voice.$id), { person: teacher, body: {} })

  const secret = Buffer.from("%PDF-1.7 a stranger's contract")
  const strangers = { person: await t.signUp({ isVerified: true }), bucket: "documents", fileId: voice.$id }
  expect((await upload(t, secret, { ...strangers, name: "contract.pdf" })).statusCode).toBe(409)
  await uploaded(t, secret, { ...strangers, person: teacher, name: "contract.pdf" })
  const reply = await t.request("GET", path, { person: learner })
  expect([reply.statusCode, reply.json().type]).toEqual([404, "not_found"])
  expect((await calls(t, learner, ["GET", `/learning/lessons/${id}`])).data.files).toEqual([])
})

function fileOf(fileId: string) {
  return { bucketId: "documents", fileId }
}
