import { createStore, promisifyRequest } from "idb-keyval"

/** What is kept on this device of one person, to be read without a network. Its own store, so that it is cleared as a whole. */
const store = createStore("kept-for-offline", "things")

/** Key of whose the kept things are. */
const ownerKey = "owner"

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
export function keptOwner(): Promise<string | null> {
  return orElse(null, () =>
    store("readonly", async (things) => {
      const owner = await ownerIn(things)
      return owner?.isOpen ? owner.id : null
    }),
  )
}

/**
 * Opens the store for a person whom the server has just named. Another person's things are removed first.
 * @param begins whether a store is begun for somebody who has none
 */
export function openKept(id: string, begins: boolean): Promise<void> {
  return orElse(undefined, () =>
    store("readwrite", async (things) => {
      const owner = await ownerIn(things)
      if (owner?.id !== id) things.clear()
      if (owner?.id === id || begins) things.put({ id, isOpen: true } satisfies Owner, ownerKey)
      await promisifyRequest(things.transaction)
    }),
  )
}

/** Shows nothing any more until the person is back; what waits to be sent stays. */
export function closeKept(): Promise<void> {
  return orElse(undefined, () =>
    store("readwrite", async (things) => {
      const owner = await ownerIn(things)
      if (owner) things.put({ ...owner, isOpen: false } satisfies Owner, ownerKey)
      await promisifyRequest(things.transaction)
    }),
  )
}

/** Removes everything, as signing out does. */
export function clearKept(): Promise<void> {
  return orElse(undefined, () =>
    store("readwrite", (things) => {
      things.clear()
      return promisifyRequest(things.transaction)
    }),
  )
}

/** What is kept under a key of this person; undefined when nothing is, or it is somebody else's. */
export function readKept(id: string, key: string): Promise<unknown> {
  return orElse(undefined, () =>
    store("readonly", async (things) => {
      const owner = await ownerIn(things)
      if (owner?.id !== id || !owner.isOpen) return undefined
      return promisifyRequest(things.get(key))
    }),
  )
}

/** Names of what is kept of this person that begin with these letters. */
export function listKept(id: string, start: string): Promise<string[]> {
  return orElse<string[]>([], () =>
    store("readonly", async (things) => {
      const owner = await ownerIn(things)
      if (owner?.id !== id || !owner.isOpen) return []
      const keys = await promisifyRequest(things.getAllKeys(IDBKeyRange.bound(start, `${start}\uffff`)))
      return keys.map(String)
    }),
  )
}

/**
 * Keeps something of a person. The owner is asked in the same transaction: an answer that arrives after signing out
 * keeps nothing.
 * @param change makes the new value of the old one; undefined removes it
 * @returns whether it is kept
 */
export function changeKept(id: string, key: string, change: (old: unknown) => unknown): Promise<boolean> {
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
