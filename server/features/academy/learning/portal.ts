import type { CourseModule, Portal } from "#contract/academy/learning.ts"
import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import type { Services } from "#server/declarations/services.ts"
import { listAnnouncements, listAttended, listComing, listPeople } from "./class-queries.ts"
import { isClassOpen } from "./classes.ts"
import { listModules } from "./course-queries.ts"
import { nextStep, progressOf } from "./course-state.ts"
import { findCertificateOf } from "./issued/certificate-queries.ts"
import { learnerOf, programNameOf } from "./learner.ts"
import { storeBlocks } from "./stored-blocks.ts"

const shown = { classes: 12, announcements: 10, people: 200 } as const

/** What a learner comes back to, of one place. @throws AppError as `learnerOf` */
export async function portalOf(s: Services, accountId: string, placeId?: string): Promise<Portal> {
  const { place, places, tuition, modules } = await learnerOf(s, accountId, placeId)
  const now = s.now()
  const classes = await listComing(s.db, place.cohortId, now, shown.classes)
  const attended = await listAttended(s.db, accountId)
  const announcements = await listAnnouncements(s.db, place.cohortId, shown.announcements)
  const people = await listPeople(s.db, place.cohortId, shown.people)
  const certificate = await findCertificateOf(s.db, place.id)
  const { done, all } = progressOf(modules)
  return {
    placeId: place.id,
    cohortId: place.cohortId,
    places: places.map(({ id, programId, cohort, status }) => ({
      id,
      programName: programNameOf(programId),
      cohort,
      isCompleted: status === "completed",
    })),
    programId: place.programId,
    programName: programNameOf(place.programId),
    cohort: place.cohort,
    cohortLabel: `Cohort ${place.cohort} Fellows`,
    startsOn: place.startsOn,
    now: now.toISOString(),
    tuition,
    progress: { done, all },
    next: nextStep(modules, tuition, classes, now),
    phases: await phasesOf(s, place.programId, modules),
    classes: classes.map((live) => ({
      id: live.id,
      title: live.title,
      startsAt: live.startsAt.toISOString(),
      minutes: live.minutes,
      isOpen: isClassOpen(live, now),
      hasAttended: attended.has(live.id),
    })),
    announcements: await Promise.all(
      announcements.map(async ({ id, title, body, blocks, createdAt }) => ({
        id,
        title,
        blocks: blocks ?? (await storeBlocks(s, "announcements", { id, body })),
        createdAt: createdAt.toISOString(),
      })),
    ),
    people: people.filter((one) => one.accountId !== accountId).map(({ name }) => name.split(" ")[0] ?? name),
    certificate: certificate ? { code: certificate.code, isWithdrawn: certificate.withdrawnAt !== null } : null,
  }
}

async function phasesOf(s: Services, programId: string, modules: readonly CourseModule[]): Promise<Portal["phases"]> {
  const rows = await listModules(s.db, programId)
  const phaseOf = new Map(rows.map(({ id, phase }) => [id, phase]))
  const tracks = findProgram(programId)?.track_phase.tracks ?? []
  const names = [{ name: "Before you begin", points: [] as readonly string[] }, ...tracks]
  return names
    .map(({ name, points }, phase) => ({
      name,
      points: [...points],
      modules: modules.filter(({ id }) => phaseOf.get(id) === phase),
    }))
    .filter((phase) => phase.modules.length > 0)
}
