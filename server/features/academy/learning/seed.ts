import type { Db } from "#server/db/open.ts"
import { readMarkdown } from "#server/platform/documents/markdown.ts"
import { readLessons } from "./content-files.ts"
import { plannedModules } from "./course-plan.ts"
import { insertLesson, insertModules, listRemoved } from "./course-queries.ts"

const seeded = new WeakMap<Db, Promise<void>>()

/** Puts the written modules and lessons in place, once a process; what staff changed stays. */
export function seedCourses(db: Db): Promise<void> {
  const known = seeded.get(db)
  if (known) return known
  const seeding = seed(db)
  seeded.set(db, seeding)
  seeding.catch(() => seeded.delete(db))
  return seeding
}

async function seed(db: Db): Promise<void> {
  const modules = plannedModules()
  await insertModules(
    db,
    modules.map(({ lessons: _, outcomes, ...module }) => ({ ...module, outcomes: JSON.stringify(outcomes) })),
  )
  const removed = await listRemoved(db)
  for (const { id, lessons } of modules) {
    for (const [index, lesson] of (lessons ? readLessons(lessons) : []).entries()) {
      const { name, kind, title, minutes, body, quiz, accepts, dueAfterDays } = lesson
      const text = { kind, title, minutes, body, quiz, accepts, dueAfterDays, videoUrl: "", isDraft: false, files: [] }
      const place = { id: `${id}-${name}`.slice(0, 36), moduleId: id, position: index + 1 }
      if (removed.has(place.id)) continue
      await insertLesson(db, { ...text, ...place, blocks: readMarkdown(body) })
    }
  }
}
