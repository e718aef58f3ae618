import { createStore, promisifyRequest } from "idb-keyval"
import { lastDraftKey } from "./draft-key.ts"

/** What is kept on this device of one person: to be read without a network, or until it is used. Its own store, so that it is cleared as a whole. */
const store = createStore("kept-for-offline", "things")

/** Key of whose the kept things are. */
const ownerKey = "owner"

/** Key of what the person did without a connection and the server does not know yet: names of lessons, no words. */
export const unsentKey = "lessons-to-send"

/** How long what was chosen and not used waits, in ms. */
export const keptMs = 24 * 60 * 60 * 1_000

/** Begins the keys of what was ordered or changed without a connection (`web/lib/outbox/outbox.ts`). */
export const outboxStart = "outbox:"

/** Begins the key under which it waits for its person while they are signed out; their id follows. */
const asideStart = "unsent:"

/** Who kept things here. Closed: the server said that nobody is signed in, so nothing is shown until they are again. */
interface Owner {
  id: string
  isOpen: boolean
}

/** What a browser without the store, or with a full one, answers. */
async function orElse<T>(otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch {
    return otherwise
  }
}

function ownerIn(things: IDBObjectStore): Promise<Owner | undefined> {
  return promisifyRequest(things.get(ownerKey) as IDBRequest<Owner | undefined>)
}

/** The person whose kept things may be shown without asking the server; null when there is none. */
export function storedOwner(): Promise<string | null> {
  return orElse(null, () =>
    store("readonly", async (things) => {
      const owner = await ownerIn(things)
      return owner?.isOpen ? owner.id : null
    }),
  )
}

/** Removes a person's things. What was not sent is put aside under their id, where only they find it again. */
async function removeThings(things: IDBObjectStore, owner: Owner | undefined): Promise<void> {
  const unsent: unknown = owner && (await promisifyRequest(things.get(unsentKey)))
  const keys = await promisifyRequest(things.getAllKeys())
  for (const key of keys) if (!String(key).startsWith(asideStart)) things.delete(key)
  if (owner && unsent !== undefined) things.put(unsent, `${asideStart}${owner.id}`)
  localStorage.removeItem(lastDraftKey)
}

/** Removes what was kept for a time that is over: names of such things end with "@" and the time, in ms. */
async function removeOld(things: IDBObjectStore): Promise<void> {
  for (const key of await promisifyRequest(things.getAllKeys())) {
    const [, until] = String(key).match(/@(\d+)$/) ?? []
    if (until && Number(until) < Date.now()) things.delete(key)
  }
}

/**
 * Opens the store for a person whom the server has just named. Another person's things are removed first, and what was
 * put aside for this one comes back.
 */
export function openStored(id: string): Promise<void> {
  return orElse(undefined, () =>
    store("readwrite", async (things) => {
      const owner = await ownerIn(things)
      if (owner?.id !== id) await removeThings(things, owner)
      else await removeOld(things)
      const aside: unknown = await promisifyRequest(things.get(`${asideStart}${id}`))
      if (aside !== undefined) {
        things.put(aside, unsentKey)
        things.delete(`${asideStart}${id}`)
      }
      things.put({ id, isOpen: true } satisfies Owner, ownerKey)
      await promisifyRequest(things.transaction)
    }),
  )
}

/** Shows nothing any more until the person is back; what waits to be sent stays. */
export function closeStored(): Promise<void> {
  return orElse(undefined, () =>
    store("readwrite", async (things) => {
      const owner = await ownerIn(things)
      if (owner) things.put({ ...owner, isOpen: false } satisfies Owner, ownerKey)
      await promisifyRequest(things.transaction)
    }),
  )
}

/**
 * Removes what is kept of the person here, as signing out does.
 * @param keepsUnsent whether what was not sent waits for them; an account that is deleted leaves nothing
 */
export function clearStored(keepsUnsent: boolean): Promise<void> {
  return orElse(undefined, () =>
    store("readwrite", async (things) => {
      await removeThings(things, keepsUnsent ? await ownerIn(things) : undefined)
      await promisifyRequest(things.transaction)
    }),
  )
}

/** Whether something of this person waits to be sent. */
export async function hasUnsent(id: string): Promise<boolean> {
  return (await readStored(id, unsentKey)) !== undefined
}

/** Whether something waits here for somebody who is signed out. */
export function isAnythingAside(): Promise<boolean> {
  return orElse(false, () =>
    store("readonly", async (things) => {
      const range = IDBKeyRange.bound(asideStart, `${asideStart}\uffff`)
      return (await promisifyRequest(things.count(range))) > 0
    }),
  )
}

/** What is kept under a key of this person; undefined when nothing is, or it is somebody else's. */
export function readStored(id: string, key: string): Promise<unknown> {
  return orElse(undefined, () =>
    store("readonly", async (things) => {
      const owner = await ownerIn(things)
      if (owner?.id !== id || !owner.isOpen) return undefined
      return promisifyRequest(things.get(key))
    }),
  )
}

/** Names of what is kept of this person that begin with these letters. */
export function listStoredKeys(id: string, start: string): Promise<string[]> {
  return orElse<string[]>([], () =>
    store("readonly", async (things) => {
      const owner = await ownerIn(things)
      if (owner?.id !== id || !owner.isOpen) return []
      const keys = await promisifyRequest(things.getAllKeys(IDBKeyRange.bound(start, `${start}\uffff`)))
      return keys.map(String)
    }),
  )
}

/** Removes everything of this person whose name begins with these letters. */
export function dropStored(id: string, start: string): Promise<void> {
  return orElse(undefined, () =>
    store("readwrite", async (things) => {
      if ((await ownerIn(things))?.id === id) things.delete(IDBKeyRange.bound(start, `${start}\uffff`))
      await promisifyRequest(things.transaction)
    }),
  )
}

/**
 * Keeps something of a person. The owner is asked in the same transaction: an answer that arrives after signing out
 * keeps nothing.
 * @param change makes the new value of the old one; undefined removes it
 * @returns whether it is kept
 */
export function changeStored(id: string, key: string, change: (old: unknown) => unknown): Promise<boolean> {
  return orElse(false, () =>
    store("readwrite", async (things) => {
      const owner = await ownerIn(things)
      if (owner?.id !== id || !owner.isOpen) return false
      const value = change(await promisifyRequest(things.get(key)))
      if (value === undefined) things.delete(key)
      else things.put(value, key)
      await promisifyRequest(things.transaction)
      return true
    }),
  )
}
