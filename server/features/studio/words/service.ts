import type { z } from "zod"
import { findMode } from "#contract/catalogue/modes.ts"
import { serialiseDate } from "#contract/primitives.ts"
import type * as contract from "#contract/studio/words/presets.ts"
import { maxPresets, type Preset } from "#contract/studio/words/presets.ts"
import type { RecentPrompt } from "#contract/studio/words/recent-prompts.ts"
import { transact } from "#server/db/open.ts"
import type { Services } from "#server/declarations/services.ts"
import { AppError } from "#server/platform/errors.ts"
import { newId } from "#server/platform/ids.ts"
import * as queries from "./queries.ts"

type S = Pick<Services, "db">

/** A person's presets: those on the studio's home first, then by name. */
export async function listPresets(s: S, accountId: string): Promise<Preset[]> {
  return (await queries.listPresets(s.db, accountId)).map(toPreset)
}

/**
 * Keeps settings under a name.
 * @throws AppError `general_argument_invalid` for a mode that is not offered or a shape that it does not draw; `step_not_allowed` for
 * a name that is taken, or too many
 */
export function createPreset(
  s: S,
  accountId: string,
  {
    name,
    mode: slug,
    aspect_ratio: aspectRatio,
    num_outputs: numOutputs,
    is_public,
  }: z.output<typeof contract.createPreset.body>,
): Promise<Preset> {
  const mode = findMode(slug)
  if (mode.slug !== slug) throw new AppError("general_argument_invalid", "This mode is not offered.")
  if (mode.onlyRatios && !mode.onlyRatios.includes(aspectRatio)) {
    throw new AppError("general_argument_invalid", `${mode.title} draws only ${mode.onlyRatios.join(", ")}.`)
  }
  const preset = { id: newId(), accountId, name, mode: slug, aspectRatio, numOutputs, isPublic: is_public }
  return transact(s.db, async (tx) => {
    await queries.lockPresets(tx, accountId)
    if (await queries.hasName(tx, accountId, name)) throw nameTaken(name)
    if ((await queries.countPresets(tx, accountId)) >= maxPresets) {
      throw new AppError("step_not_allowed", `You have ${maxPresets} presets, which is the most. Delete one first.`)
    }
    return toPreset(await queries.insertPreset(tx, preset))
  })
}

/** Renames or pins a preset. @throws AppError `not_found`; `step_not_allowed` for a name that is taken */
export function changePreset(
  s: S,
  accountId: string,
  id: string,
  { name, is_pinned }: z.output<typeof contract.changePreset.body>,
): Promise<Preset> {
  return transact(s.db, async (tx) => {
    await queries.lockPresets(tx, accountId)
    if (name !== undefined && (await queries.hasName(tx, accountId, name, id))) throw nameTaken(name)
    const change = { ...(name !== undefined && { name }), ...(is_pinned !== undefined && { isPinned: is_pinned }) }
    const preset = await queries.updatePreset(tx, accountId, id, change)
    if (!preset) throw gone()
    return toPreset(preset)
  })
}

/** @throws AppError `not_found` */
export async function deletePreset(s: S, accountId: string, id: string): Promise<void> {
  if (!(await queries.deletePreset(s.db, accountId, id))) throw gone()
}

/** The last different words that a person drew with. */
export async function listPrompts(s: S, accountId: string): Promise<RecentPrompt[]> {
  const rows = await queries.listPrompts(s.db, accountId)
  return rows.map(({ id, prompt, usedAt }) => ({ id, prompt, used_at: serialiseDate(usedAt) }))
}

/** Takes words off the list until they are drawn with again. Their pictures stay. */
export const forgetPrompt = (s: S, accountId: string, id: string): Promise<void> =>
  queries.forgetPrompt(s.db, accountId, id)

/** Empties the list. */
export const forgetAllPrompts = (s: S, accountId: string): Promise<void> =>
  transact(s.db, (tx) => queries.forgetAll(tx, accountId))

const nameTaken = (name: string): AppError =>
  new AppError("step_not_allowed", `You have a preset “${name}” already. Choose another name.`)
const gone = (): AppError => new AppError("not_found", "This preset is gone already.")

function toPreset(row: Awaited<ReturnType<typeof queries.listPresets>>[number]): Preset {
  const { id, name, mode, aspectRatio, numOutputs, isPublic, isPinned } = row
  return {
    id,
    name,
    mode,
    aspect_ratio: aspectRatio,
    num_outputs: numOutputs,
    is_public: isPublic,
    is_pinned: isPinned,
  }
}
