import type { Call } from "#bench/server/load.ts"

export const appId = "bench"
export const masterKey = "bench-master-key"

const asApp = { "x-parse-application-id": appId }
const json = { "content-type": "application/json" }

/** Somebody who signed up at Parse Server. */
export interface ParsePerson {
  objectId: string
  sessionToken: string
}

function asPerson({ sessionToken }: ParsePerson): Record<string, string> {
  return { ...asApp, "x-parse-session-token": sessionToken }
}

/** @returns what a call by the master key or by nobody answers */
export async function setUp<Reply>(url: string, path: string, body: object, isMaster: boolean): Promise<Reply> {
  const reply = await fetch(`${url}/parse/${path}`, {
    method: "POST",
    headers: { ...asApp, ...json, ...(isMaster ? { "x-parse-master-key": masterKey } : {}) },
    body: JSON.stringify(body),
  })
  if (!reply.ok) throw new Error(`Parse Server answered ${path} with ${reply.status}: ${await reply.text()}`)
  return (await reply.json()) as Reply
}

const forPeople = { requiresAuthentication: true } as const

/** Only people who are signed in may call; what they see of it, each row's own list of readers says. */
const permissions = {
  find: forPeople,
  count: forPeople,
  get: forPeople,
  create: forPeople,
  update: forPeople,
  delete: forPeople,
  addField: {},
}

const text = { type: "String" } as const
const number = { type: "Number" } as const

/** The classes with the same data as ours. */
export const classes = [
  {
    className: "Picture",
    classLevelPermissions: permissions,
    fields: {
      creator: { type: "Pointer", targetClass: "_User" },
      prompt: text,
      sentPrompt: text,
      url: text,
      mode: text,
      isPublic: { type: "Boolean" },
      width: number,
      height: number,
      size: number,
      aspectRatio: text,
      placeholder: text,
      preview320: text,
      preview640: text,
    },
  },
  {
    className: "Note",
    // Its LiveQuery lets nobody subscribe to a class that asks for a sign-in; the readers of each row still decide.
    classLevelPermissions: { ...permissions, find: { "*": true } },
    fields: { title: text, owner: text },
  },
]

export function sessionCall(person: ParsePerson): Call {
  return { method: "GET", path: "/parse/users/me", headers: asPerson(person) }
}

export function listCall(person: ParsePerson): Call {
  const creator = { __type: "Pointer", className: "_User", objectId: person.objectId }
  const where = encodeURIComponent(JSON.stringify({ creator }))
  const path = `/parse/classes/Picture?where=${where}&order=-createdAt&limit=25&count=1`
  return { method: "GET", path, headers: asPerson(person) }
}

/**
 * A note that its maker alone may change. Everybody may read it: with an owner as the only reader, LiveQuery tells
 * nobody in this set-up, and an open row is the lighter work for it.
 */
export function createCall(person: ParsePerson, title: string): Call {
  const body = JSON.stringify({
    title,
    owner: person.objectId,
    ACL: { "*": { read: true }, [person.objectId]: { read: true, write: true } },
  })
  return { method: "POST", path: "/parse/classes/Note", headers: { ...asPerson(person), ...json }, body }
}

export function uploadCall(person: ParsePerson, bytes: Buffer): Call {
  const headers = { ...asPerson(person), "content-type": "image/jpeg" }
  return { method: "POST", path: "/parse/files/photo.jpg", headers, body: bytes }
}

export function downloadCall(person: ParsePerson, path: string): Call {
  return { method: "GET", path, headers: asPerson(person) }
}
