import { resourceFiles, sampleLesson, scrumModuleId, studyKitItems } from "#contract/catalogue/learning.ts"
import type { Program } from "#contract/catalogue/program.ts"
import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { placesOf, stageOf } from "#server/features/academy/admissions/service.ts"
import { academyRecordOf } from "#server/features/identity/profiles/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Caller } from "#server/platform/http/caller.ts"
import { openBrochure, openDocument, sampleLessonText } from "./documents.ts"
import { lockLearner, scrumModuleOf } from "./learner.ts"
import { insertRead, listRead } from "./progress-queries.ts"

const kitItems = new Set<string>([...studyKitItems.map(({ id }) => id), "sample-lesson"])

/** The kit opens with the application, the resources with the admission; operators see both. */
type Shelf = "kit" | "resources"

/** @returns the caller's account @throws AppError `general_unauthorized_scope`, `not_allowed` */
export async function mustMayRead(s: Services, caller: Caller, shelf: Shelf): Promise<string> {
  if (caller.kind !== "person") throw new AppError("general_unauthorized_scope", "Please sign in first.")
  if (caller.operatorRole !== null) return caller.accountId
  const stage = await stageOf(s.db, caller.accountId)
  const isOpen = stage === "fusion" || (shelf === "kit" && stage === "applied")
  if (isOpen || (await isLearner(s, caller.accountId))) return caller.accountId
  throw new AppError(
    "not_allowed",
    shelf === "kit" ? "The study kit opens when you have applied." : "The resources open when you are admitted.",
  )
}

/** Whether the person has a place, which a newer application to another program does not take away. */
async function isLearner(s: Services, accountId: string): Promise<boolean> {
  return (await placesOf(s.db, accountId)).length > 0
}

async function describe(
  s: Services,
  file: { id: string; title: string; text: string; file: string },
  path: string,
  read: Set<string>,
) {
  const { byteSize } = await openDocument(s, file.file)
  return {
    id: file.id,
    title: file.title,
    text: file.text,
    url: `${path}/${file.file}`,
    byteSize,
    isRead: read.has(file.id),
  }
}

export async function studyKitOf(s: Services, accountId: string) {
  const read = await listRead(s.db, accountId)
  const versions = sampleLesson.versions.map(async ({ id, title, file, mimeType }) => {
    const { byteSize } = await openDocument(s, file)
    return { id, title, url: `/study-kits/${file}`, byteSize, mimeType }
  })
  return {
    files: await Promise.all(studyKitItems.map((item) => describe(s, item, "/study-kits", read))),
    lesson: {
      title: sampleLesson.title,
      isRead: read.has("sample-lesson"),
      versions: await Promise.all(versions),
      seconds: sampleLesson.seconds,
      captionsUrl: `/study-kits/${sampleLesson.captions}`,
      blocks: sampleLessonText(),
    },
  }
}

/** @throws AppError `not_found` for a part that the kit does not have, `not_allowed` after the account */
export async function markRead(s: Services, accountId: string, item: string): Promise<void> {
  if (!kitItems.has(item)) throw new AppError("not_found", "The study kit has no such part.")
  await transact(s.db, async (tx) => {
    await lockLearner(tx, accountId)
    await insertRead(tx, { accountId, item, readAt: s.now() })
  })
}

export async function resourcesOf(s: Services, accountId: string) {
  const read = await listRead(s.db, accountId)
  const present = (await academyRecordOf(s.db, accountId))?.programId ?? ""
  const places = await placesOf(s.db, accountId)
  const programIds = [...new Set([present, ...places.map(({ programId }) => programId)])]
  const programs = programIds.map((id) => findProgram(id)).filter((program) => program !== undefined)
  const brochures = await Promise.all(programs.map((program) => describeBrochure(s, program)))
  const files = await Promise.all(resourceFiles.map((file) => describe(s, file, "/program-resources", read)))
  const scrum = await scrumModuleOf(s, accountId)
  const lessons = scrum?.lessons ?? []
  return {
    files: [...files, ...brochures],
    scrum: {
      title: scrum?.title ?? scrumModuleId,
      lessons,
      isDone: lessons.length > 0 && lessons.every(({ isDone }) => isDone),
    },
  }
}

async function describeBrochure(s: Services, { slug, program_name, brochure_link }: Program) {
  const { byteSize } = await openBrochure(s, brochure_link)
  const title = `${program_name} brochure`
  return { id: `brochure-${slug}`, title, text: "The program on paper.", url: brochure_link, byteSize, isRead: false }
}
