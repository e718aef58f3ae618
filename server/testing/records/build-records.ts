import { randomUUID } from "node:crypto"
import { imagesBucketId } from "#contract/hosted/files.ts"
import { newId } from "#server/platform/ids.ts"
import type { TestApp } from "#server/testing/test-app.ts"

export interface PhotoOptions {
  count?: number
  /** Of both sides, in pixels. */
  side?: number
  /** The same for all of them when given. */
  signature?: string
  isReady?: boolean
}

/** A picture among a person's uploads, past the upload. */
export interface BuiltPhoto {
  id: string
  sequence: string
  url: string
}

/** Puts finished pictures among a person's uploads. */
export async function buildPhotos(t: TestApp, accountId: string, options: PhotoOptions = {}): Promise<BuiltPhoto[]> {
  const { count = 3, side = 512, signature, isReady = true } = options
  const photos: BuiltPhoto[] = []
  for (let index = 0; index < count; index++) {
    const id = newId()
    const { sequence } = await t.s.db
      .insertInto("files")
      .values({
        id,
        bucketId: imagesBucketId,
        accountId,
        name: `photo-${index}.jpg`,
        permissions: ["read", "update", "delete"].map((action) => `${action}("user:${accountId}")`),
        mimeType: "image/jpeg",
        signature: signature ?? id,
        byteSize: 1_000,
        chunksTotal: 1,
        chunksUploaded: isReady ? 1 : 0,
        isReady,
        finishingAt: null,
        width: side,
        height: side,
      })
      .returning("sequence")
      .executeTakeFirstOrThrow()
    photos.push({
      id,
      sequence,
      url: `${t.s.config.publicUrl}/v1/storage/buckets/images/files/${id}/view?project=aworan`,
    })
  }
  return photos
}

/** Puts a training into the database. @returns its id */
export async function buildTraining(t: TestApp, accountId: string): Promise<string> {
  const id = newId()
  await t.s.db
    .insertInto("trainings")
    .values({
      id,
      accountId,
      prompt: "",
      primaryStyle: "Bags",
      secondaryStyle: "",
      triggerWord: `Bags-${randomUUID()}`,
      isPublic: false,
      status: "analysing_dataset",
      paymentReference: "",
      url: null,
      runId: null,
      engine: null,
      model: null,
      failure: null,
      rightsConfirmedAt: null,
    })
    .execute()
  return id
}

const stored = {
  mimeType: "image/webp",
  width: 64,
  height: 64,
  byteSize: 100,
  placeholder: "data:image/webp;base64,AAAA",
}

/** Puts a finished photoshoot picture into the database. @returns its id */
export async function buildShot(
  t: TestApp,
  accountId: string,
  options: { isPublic: boolean; isTakenDown?: boolean; prompt?: string; createdAt?: Date },
): Promise<string> {
  const id = newId()
  const row = { prompt: "a bag on a step", isTakenDown: false, ...options, id, accountId, trainingId: null }
  await t.s.db
    .insertInto("photoshoots")
    .values({
      ...row,
      runId: null,
      template: "catalogue-grey",
      ...stored,
      storageKey: `pictures/shots/${id}/original.webp`,
    })
    .execute()
  return id
}

/** Puts a paid application into the database. @returns its id */
export async function buildApplication(t: TestApp, accountId: string): Promise<string> {
  const id = newId()
  await t.s.db
    .insertInto("applications")
    .values({
      id,
      accountId,
      stage: "applied",
      program: "Systems Integration",
      programId: "systems_intergration",
      status: "submitted",
      paymentReference: newId(),
      cohortId: "systems_intergration-3",
      scholarship: null,
      waitlistedAt: null,
    })
    .execute()
  await t.s.db.updateTable("applications").set({ status: "paid" }).where("id", "=", id).execute()
  return id
}

/** Puts a contract with the person into the database. @returns its id */
export async function buildEngagement(t: TestApp, accountId: string): Promise<string> {
  const id = newId()
  await t.s.db
    .insertInto("contracts")
    .values({
      id,
      accountId,
      client: "Adire House",
      title: "Outreach system for fabric shops",
      service: "leadpilot",
      status: "lead",
      amountMinor: "45000000",
      currency: "NGN",
      messageId: null,
    })
    .execute()
  return id
}

/** Puts a bonus of the person's into the database. @returns its id */
export async function buildBonus(t: TestApp, accountId: string): Promise<string> {
  const id = newId()
  await t.s.db
    .insertInto("bonuses")
    .values({ id, accountId, credits: 10, reason: "A picture came late", grantedBy: null, codeId: null })
    .execute()
  return id
}

/** Puts the reference of an order the person paid into the database. @returns the row's id and the reference */
export async function buildReference(t: TestApp, accountId: string): Promise<{ id: string; code: string }> {
  const row = { id: newId(), code: `${Date.now()}-${randomUUID()}` }
  const nothing = { credits: null, percent: null, usedBy: null, usedAt: null, expiresAt: null }
  await t.s.db
    .insertInto("codes")
    .values({ ...row, ...nothing, kind: "payment_reference", accountId })
    .execute()
  return row
}
