import { Account, AppwriteException, Client, Databases, ID, Query, Storage } from "appwrite"
import { imagesBucketId, type StoredFile } from "#contract/hosted/files.ts"
import type { Session, User } from "#contract/identity/account.ts"
import type { Identity, Log } from "#contract/identity/account-records.ts"
import type { ProfileDetails } from "#contract/identity/profile-fields.ts"
import type { ProfileDocument } from "#contract/identity/profiles.ts"
import { apiBase, databaseId, projectId } from "#contract/project.ts"
import type { GenerationDocument } from "#contract/studio/generation-document.ts"
import type { PhotoshootDocument } from "#contract/studio/photoshoot-document.ts"
import type { NewTraining } from "#contract/studio/trainings.ts"
import { ApiError, noAnswer, readFailure } from "./api-error.ts"
import { askInSession } from "./ended-session.ts"
import { limitRead } from "./read-limit.ts"
import { sendSignOut } from "./waiting-sign-out.ts"

/** Collections of the hosted backend that the browser speaks to. */
export const collections = {
  profiles: "profiles",
  generations: "generations",
  trainings: "trainings",
  photoshoots: "photoshoots",
} as const

/** Documents of one page of a list (docs/product-rules.md#calls). */
export const pageSize = 25

// Pages are drawn ahead where there is no address; nothing is asked for there.
const origin = import.meta.env.SSR ? "http://page.invalid" : location.origin
const client = new Client().setEndpoint(`${origin}${apiBase}`).setProject(projectId)
const account = new Account(client)
const databases = new Databases(client)
const storage = new Storage(client)

/** Turns the SDK's exception into ours. */
async function translated<T>(answer: Promise<unknown>): Promise<T> {
  try {
    return (await answer) as T
  } catch (error) {
    if (error instanceof AppwriteException && error.code >= 400) throw readFailure(error.code, error.response)
    throw error instanceof AppwriteException && /^(Missing|Parameter)/.test(error.message) ? error : noAnswer()
  }
}

/** A write by the SDK, for whoever is signed in. */
function writeWith<T>(ask: () => Promise<unknown>): Promise<T> {
  return askInSession(() => translated(ask()))
}

/** A read by the SDK, which cannot be ended: what comes after the limit is dropped. */
function readWith<T>(ask: () => Promise<unknown>): Promise<T> {
  return askInSession(() => translated(limitRead(ask)))
}

/** Begins something for whoever comes, once the person before is signed out on the server too. */
async function afterSignOut<T>(begin: () => Promise<T>): Promise<T> {
  await sendSignOut().catch(() => {
    throw noAnswer()
  })
  return begin()
}

export function createAccount(email: string, password: string, name: string): Promise<User> {
  return afterSignOut(() => translated(account.create(ID.unique(), email, password, name)))
}

/** Signs in; the SDK stores the session fallback. */
export function createEmailSession(email: string, password: string): Promise<Session> {
  return afterSignOut(() => translated(account.createEmailSession(email, password)))
}

/** Sends the mail whose link signs in. @param to path the person goes on to */
export function sendMagicLink(email: string, to: string): Promise<unknown> {
  const page = `${location.origin}/auth/magic-url?${new URLSearchParams({ to })}`
  return translated(account.createMagicURLSession(ID.unique(), email, page))
}

/** Signs in with the secret of a mailed link. */
export function finishMagicLink(userId: string, secret: string): Promise<Session> {
  return afterSignOut(() => translated(account.updateMagicURLSession(userId, secret)))
}

/** Signs out here. */
export function deleteCurrentSession(): Promise<unknown> {
  return translated(account.deleteSession("current"))
}

/** Who is signed in. This question waits for nobody: its answer tells that a session has ended. */
export function getAccount(): Promise<User> {
  return translated(limitRead(() => account.get()))
}

export function updateName(name: string): Promise<User> {
  return writeWith(() => account.updateName(name))
}

/** Changes the address, which must then be confirmed. */
export function updateEmail(email: string, password: string): Promise<User> {
  return writeWith(() => account.updateEmail(email, password))
}

/** Changes the password; the other sessions end. @param oldPassword absent where there was none */
export function updatePassword(password: string, oldPassword?: string): Promise<User> {
  return writeWith(() => account.updatePassword(password, oldPassword))
}

export async function listSessions(): Promise<Session[]> {
  const { sessions } = await readWith<{ sessions: Session[] }>(() => account.listSessions())
  return sessions
}

/** The session of this browser. */
export function getCurrentSession(): Promise<Session> {
  return readWith(() => account.getSession("current"))
}

export async function listIdentities(): Promise<Identity[]> {
  const { identities } = await readWith<{ identities: Identity[] }>(() => account.listIdentities())
  return identities
}

export function deleteSession(id: string): Promise<unknown> {
  return writeWith(() => account.deleteSession(id))
}

/** What happened to the account, newest first. @param offset how many of the newest to leave out */
export function listActivity(limit: number, offset: number): Promise<{ total: number; logs: Log[] }> {
  return readWith(() => account.listLogs([Query.limit(limit), Query.offset(offset)]))
}

/** Replaces the account's preferences as a whole. */
export function updatePreferences(prefs: Readonly<Record<string, unknown>>): Promise<User> {
  return writeWith(() => account.updatePrefs(prefs))
}

/** Sends the mail whose link leads to /verify-user. */
export function sendVerification(): Promise<unknown> {
  return writeWith(() => account.createVerification(`${location.origin}/verify-user`))
}

export function confirmVerification(userId: string, secret: string): Promise<unknown> {
  return translated(account.updateVerification(userId, secret))
}

/** Sends the mail whose link leads to /reset-password. */
export function sendRecovery(email: string): Promise<unknown> {
  return translated(account.createRecovery(email, `${location.origin}/reset-password`))
}

export function confirmRecovery(userId: string, secret: string, password: string, again: string): Promise<unknown> {
  return translated(account.updateRecovery(userId, secret, password, again))
}

/** The profile whose accountId matches; null while there is none. Waits for nobody, like `getAccount`. */
export async function findProfile(accountId: string): Promise<ProfileDocument | null> {
  const queries = [Query.equal("accountId", accountId), Query.limit(1)]
  const { documents } = await translated<{ documents: ProfileDocument[] }>(
    limitRead(() => databases.listDocuments(databaseId, collections.profiles, queries)),
  )
  return documents[0] ?? null
}

/** Creates the profile document of a new account; the server has already begun one, which this completes (docs/product-rules.md#profile-always). */
export function createProfile(owner: { accountId: string; email: string; name: string }): Promise<ProfileDocument> {
  return writeWith(() => databases.createDocument(databaseId, collections.profiles, ID.unique(), owner))
}

/** Takes or changes what a person says of themselves. */
export function updateProfile(profileId: string, details: ProfileDetails): Promise<ProfileDocument> {
  return writeWith(() => databases.updateDocument(databaseId, collections.profiles, profileId, details))
}

/** One page of a person's generations, newest first. @param after id of the last document of the page before */
export async function listGenerations(
  creator: string,
  after?: string,
  limit: number = pageSize,
): Promise<GenerationDocument[]> {
  const { documents } = await list<GenerationDocument>(collections.generations, [
    Query.equal("creator", creator),
    Query.orderDesc("$createdAt"),
    Query.limit(limit),
    ...(after === undefined ? [] : [Query.cursorAfter(after)]),
  ])
  return documents
}

/** One page of a person's photoshoot pictures, newest first; of one model when it is given. */
export async function listPhotoshoots(
  customerID: string,
  trainingId?: string,
  after?: string,
): Promise<PhotoshootDocument[]> {
  const { documents } = await list<PhotoshootDocument>(collections.photoshoots, [
    Query.equal("customerID", customerID),
    ...(trainingId === undefined ? [] : [Query.equal("trainingId", trainingId)]),
    Query.orderDesc("$createdAt"),
    Query.limit(pageSize),
    ...(after === undefined ? [] : [Query.cursorAfter(after)]),
  ])
  return documents
}

export function deletePhotoshoot(id: string): Promise<unknown> {
  return writeWith(() => databases.deleteDocument(databaseId, collections.photoshoots, id))
}

/**
 * Starts a training of own photos.
 * @param id of the training: sent again with the same one, after an answer that got lost, it is started and paid once
 */
export async function createTraining(id: string, training: NewTraining & { userId: string }): Promise<void> {
  try {
    await writeWith(() => databases.createDocument(databaseId, collections.trainings, id, training))
  } catch (error) {
    // The one whose answer got lost is there.
    if (!(error instanceof ApiError && error.type === "document_already_exists")) throw error
  }
}

export function deleteTraining(id: string): Promise<unknown> {
  return writeWith(() => databases.deleteDocument(databaseId, collections.trainings, id))
}

/** One page of a person's own uploads, newest first. */
export async function listUploads(after?: string): Promise<StoredFile[]> {
  const queries = [
    Query.orderDesc("$createdAt"),
    Query.limit(pageSize),
    ...(after === undefined ? [] : [Query.cursorAfter(after)]),
  ]
  const { files } = await readWith<{ files: StoredFile[] }>(() => storage.listFiles(imagesBucketId, queries))
  return files
}

export function deleteUpload(id: string): Promise<unknown> {
  return writeWith(() => storage.deleteFile(imagesBucketId, id))
}

/**
 * A page of everybody's public pictures, newest first; of one mode and one trade when they are given. Visitors may read it too. What waits
 * before the showcase is left out for everybody, its maker included.
 */
export async function listPublicGenerations(
  { mode, trade }: { mode?: string | undefined; trade?: string | undefined },
  after?: string,
): Promise<GenerationDocument[]> {
  const { documents } = await list<GenerationDocument>(collections.generations, [
    Query.equal("is_public", true),
    Query.isNull("waits_until"),
    ...(mode === undefined ? [] : [Query.equal("mode", mode)]),
    ...(trade === undefined ? [] : [Query.equal("trade", trade)]),
    Query.orderDesc("$createdAt"),
    Query.limit(pageSize),
    ...(after === undefined ? [] : [Query.cursorAfter(after)]),
  ])
  return documents
}

export function deleteGeneration(id: string): Promise<unknown> {
  return writeWith(() => databases.deleteDocument(databaseId, collections.generations, id))
}

function list<Document>(collectionId: string, queries: string[]): Promise<{ documents: Document[] }> {
  return readWith(() => databases.listDocuments(databaseId, collectionId, queries))
}

/** One realtime message as the hosted backend frames it (docs/hosted-backend.md#frames). */
export interface RealtimeMessage {
  events: string[]
  channels: string[]
  payload: unknown
}

/** The parts of SDK 13's private connection that it has no public word for. */
interface Connection {
  socket: WebSocket | undefined
  reconnect: boolean
  onMessage: (message: MessageEvent<string>) => void
}

/**
 * Listens to channels until the returned function is called, which also closes the connection: SDK 13 would leave it
 * open under the identity it was made with (docs/hosted-backend.md#what-sdks-do).
 * @param onConnected called at every "connected" frame, of which the SDK tells nobody: nothing is replayed after a gap
 */
export function subscribe(
  channels: string[],
  onMessage: (message: RealtimeMessage) => void,
  onConnected: () => void,
): () => void {
  const connection = (client as unknown as { realtime: Connection }).realtime
  const ownHandler = connection.onMessage
  connection.onMessage = (message) => {
    ownHandler(message)
    if (message.data.startsWith('{"type":"connected"')) onConnected()
  }
  const unsubscribe = client.subscribe(channels, onMessage)
  return () => {
    unsubscribe()
    connection.onMessage = ownHandler
    if (connection.socket === undefined || connection.socket.readyState >= WebSocket.CLOSING) return
    connection.reconnect = false // the SDK sets it back when the socket has closed
    connection.socket.close()
  }
}
