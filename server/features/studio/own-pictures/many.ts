import type { ManyChanged } from "#contract/studio/own-pictures.ts"
import type { Services } from "#server/declarations/services.ts"
import { deleteDocument } from "#server/features/hosted/documents/service.ts"
import { generationsCollection } from "#server/features/studio/generations/collection.ts"
import { pictureVisibility } from "#server/features/studio/generations/service.ts"
import { changeVisibility } from "#server/features/studio/publishing/service.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Person } from "#server/platform/http/caller.ts"

/** Opens own pictures to everybody or closes them, by the rules for one. */
export function changeVisibilities(
  s: Services,
  caller: Person,
  ids: readonly string[],
  isPublic: boolean,
): Promise<ManyChanged> {
  return each(ids, (id) => changeVisibility(s, pictureVisibility, caller, { id, isPublic }))
}

/** Deletes own pictures as they are deleted one by one. */
export function deletePictures(s: Services, caller: Person, ids: readonly string[]): Promise<ManyChanged> {
  return each(ids, (id) => deleteDocument(s, generationsCollection, caller, id))
}

/** A picture that is refused takes nobody the others: each is a commit of its own. */
async function each(ids: readonly string[], act: (id: string) => Promise<unknown>): Promise<ManyChanged> {
  const outcome: ManyChanged = { done: [], skipped: [] }
  for (const id of new Set(ids)) {
    try {
      await act(id)
      outcome.done.push(id)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      outcome.skipped.push({ id, why: error.message })
    }
  }
  return outcome
}
