import { randomUUID } from "node:crypto"
import { trainingRules } from "#contract/catalogue/trainings.ts"
import { imagesBucketId, viewPath } from "#contract/hosted/files.ts"
import { projectId } from "#contract/hosted/project.ts"
import { messages } from "#contract/messages.ts"
import type { NewTraining } from "#contract/product/trainings.ts"
import type { Tx } from "#server/db/open.ts"
import { redeemReference } from "#server/features/codes/service.ts"
import { hasPurchased } from "#server/features/credits/service.ts"
import type { Person } from "#server/platform/caller.ts"
import { AppError } from "#server/platform/errors.ts"
import type { Services } from "#server/services.ts"
import * as queries from "./queries.ts"

/** Free results are public, and who publishes has confirmed the address (decisions 15, 31 and 82). */
export async function mayTrain(s: Services, caller: Person): Promise<boolean> {
  return caller.isVerified || hasPurchased(s.db, caller.accountId)
}

/**
 * Writes a new training with its photos, which must be the person's own uploads.
 * @returns false when the id or the trigger word is taken
 * @throws AppError `document_invalid_structure`, `user_unauthorized`, `too_many_running`
 */
export async function insertTraining(
  tx: Tx,
  s: Pick<Services, "config">,
  caller: Person,
  id: string,
  training: NewTraining,
): Promise<boolean> {
  const { accountId } = caller
  const images = await readDataset(tx, s.config.publicUrl, accountId, training.images)
  const isPublic = (await hasPurchased(tx, accountId)) ? (training.isPublic ?? false) : true
  if (isPublic && !caller.isVerified) {
    throw new AppError("user_unauthorized", "Please confirm your e-mail address before you publish.")
  }
  const reference = training.txRef ?? ""
  const isReferenceGood = reference === "" || (await redeemReference(tx, s.config, accountId, reference))
  const isMade = await queries.insertRow(tx, {
    id,
    accountId,
    prompt: training.prompt ?? "",
    primaryStyle: training.PrimaryStyle,
    secondaryStyle: training.secondaryStyle ?? "",
    triggerWord: readTriggerWord(training),
    isPublic,
    status: isReferenceGood ? "analysing_dataset" : "invalid_ref_code",
    paymentReference: reference,
  })
  if (!isMade) return false
  if ((await queries.countOpen(tx, accountId)) > trainingRules.maxOpen) {
    throw new AppError("too_many_running", `You have ${trainingRules.maxOpen} trainings under way.`)
  }
  await queries.insertImages(tx, id, images)
  return true
}

/** @returns the files of the photos in the order of their addresses, each once */
async function readDataset(
  tx: Tx,
  publicUrl: string,
  accountId: string,
  addresses: readonly string[],
): Promise<string[]> {
  const ids = [...new Set(addresses.map((address) => readFileId(publicUrl, address)))]
  if (ids.length < trainingRules.minImages) throw invalid("images", messages.imagesTooFew)
  const found = new Map((await queries.listOwnPictures(tx, accountId, ids)).map((file) => [file.id, file]))
  const files = ids.map((id) => {
    const file = found.get(id)
    if (!file) throw notOwn()
    return file
  })
  const large = files.filter(({ width, height }) => Math.min(width ?? 0, height ?? 0) >= trainingRules.minSide)
  if (new Set(large.map(({ signature }) => signature)).size < trainingRules.minImages) {
    const { minImages, minSide } = trainingRules
    throw invalid("images", `At least ${minImages} different images of ${minSide}x${minSide} or more are needed.`)
  }
  return files.map(({ sequence }) => sequence)
}

/** @returns the id of the file behind an address of ours, however its end was spelt */
function readFileId(publicUrl: string, address: string): string {
  const path = address.startsWith(`${publicUrl}/`) ? address.slice(publicUrl.length) : address
  const [before = "", after = ""] = viewPath(imagesBucketId, "@", projectId).split("@")
  const [id = "", ...more] = path.startsWith(before) ? path.slice(before.length).split("/") : []
  const [action] = (more[0] ?? "").split("?")
  if (!/^[a-zA-Z0-9][\w.-]{0,35}$/.test(id) || more.length !== 1 || !after.startsWith(`/${action}?`)) throw notOwn()
  return id
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The style's name and a random UUID, so that no two models share a word (specification §3). */
function readTriggerWord({ PrimaryStyle, triggerWord }: NewTraining): string {
  if (!triggerWord) return `${PrimaryStyle}-${randomUUID()}`
  const rest = triggerWord.startsWith(PrimaryStyle) ? triggerWord.slice(PrimaryStyle.length).replace(/^[-_ ]/, "") : ""
  if (!uuid.test(rest)) throw invalid("triggerWord", "It is the style's name and a random UUID.")
  return triggerWord
}

function notOwn(): AppError {
  return invalid("images", "Every image must be the address of a picture you uploaded.")
}

function invalid(attribute: string, message: string): AppError {
  return new AppError(
    "document_invalid_structure",
    `Invalid document structure: the attribute "${attribute}": ${message}`,
  )
}
