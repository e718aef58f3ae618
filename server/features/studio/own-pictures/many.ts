import type { ManyChanged } from "#contract/studio/own-pictures.ts"
import type { Services } from "#server/declarations/services.ts"
import { pictureVisibility } from "#server/features/studio/generations/service.ts"
import { changeVisibility } from "#server/features/studio/publishing/service.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { eachPicture } from "./service.ts"

/** Opens own pictures to everybody or closes them, by the rules for one. */
export function changeVisibilities(
  s: Services,
  caller: Person,
  ids: readonly string[],
  isPublic: boolean,
): Promise<ManyChanged> {
  return eachPicture(ids, (id) => changeVisibility(s, pictureVisibility, caller, { id, isPublic }))
}
