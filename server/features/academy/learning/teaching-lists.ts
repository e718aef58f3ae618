import type { Services } from "#server/declarations/services.ts"
import { csvLine, csvPageRows, csvPages } from "#server/platform/documents/csv.ts"
import { listClassesById } from "./class-queries.ts"
import { programNameOf } from "./learner.ts"
import * as progress from "./progress-queries.ts"
import type { Teacher } from "./teachers.ts"
import { listModules } from "./teaching.ts"

/** The lists of teaching staff as lines of tables for spreadsheets. */

/** Every task that waits for an answer. */
export function handedInLines(s: Services, { cohorts }: Teacher): AsyncGenerator<string> {
  type Row = Awaited<ReturnType<typeof progress.listWaitingById>>[number]
  return csvPages<Row>(
    ["id", "handed in", "learner", "program", "lesson", "text", "link", "files"],
    csvPageRows,
    (last) => progress.listWaitingById(s.db, cohorts, csvPageRows, last?.id ?? null),
    ({ id, createdAt, learner, programId, lessonTitle, text, link, files }) => [
      ...[id, createdAt.toISOString(), learner, programNameOf(programId), lessonTitle, text, link, files.length],
    ],
  )
}

/** Every live class with who came in. */
export function classLines(s: Services, { cohorts }: Teacher): AsyncGenerator<string> {
  type Row = Awaited<ReturnType<typeof listClassesById>>[number]
  return csvPages<Row>(
    ["id", "starts", "minutes", "program", "cohort", "title", "came"],
    csvPageRows,
    (last) => listClassesById(s.db, cohorts, csvPageRows, last?.id ?? null),
    ({ id, startsAt, minutes, programId, number, title, attended }) => [
      ...[id, startsAt.toISOString(), minutes, programNameOf(programId), number, title, attended.join("; ")],
    ],
  )
}

/** Every lesson in its order, with its module; texts are read in the editor. */
export async function* lessonLines(s: Services, teacher: Teacher): AsyncGenerator<string> {
  yield csvLine(["id", "program", "phase", "module", "lesson", "kind", "title", "minutes"])
  for (const { programId, phase, title: moduleTitle, lessons } of await listModules(s, teacher)) {
    for (const { id, position, kind, title, minutes } of lessons) {
      yield csvLine([id, programNameOf(programId), phase, moduleTitle, position, kind, title, minutes])
    }
  }
}
