import { z } from "zod"
import { noteCharacters } from "#contract/catalogue/learning.ts"
import { PlainText } from "#contract/primitives.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import { listCertificatesOf } from "./issued/certificate-queries.ts"
import { insertNote, listOwnWork } from "./progress-queries.ts"
import { seedCourses } from "./seed.ts"

const Learning = z.object({
  notes: z.array(
    z.object({
      lessonId: z.string().max(100),
      text: PlainText.max(noteCharacters),
      updatedAt: z.iso.datetime({ offset: true }).transform((text) => new Date(text)),
    }),
  ),
})

/** What a learner did; it goes with the account's row. */
export const learningData: PersonalData = {
  async *records(s, { accountId }) {
    const [work, certificates] = [await listOwnWork(s.db, accountId), await listCertificatesOf(s.db, accountId)]
    yield { name: "learning.json", value: { ...work, certificates } }
  },
  async takeIn(s, { copy, came, left }) {
    const { notes } = (await copy.record("learning.json", Learning)) ?? { notes: [] }
    if (notes.length > 0) await seedCourses(s.db)
    return async (tx, accountId) => {
      const written = { added: 0, kept: 0, unknown: 0 }
      for (const note of notes) written[await insertNote(tx, { accountId, ...note })]++
      came("notes beside lessons", written.added)
      left("notes beside lessons", written.unknown, "their lessons are not here")
      left("notes beside lessons", written.kept, "there is a note beside the lesson already")
    }
  },
}
