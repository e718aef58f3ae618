import { createHash, randomBytes, randomUUID } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { cookieOf, ownNewest } from "./pictures.ts"

/** What people do in a mixed load. */
export type Doing = "session" | "list" | "create" | "remove" | "upload" | "download" | "draw" | "buy"

/** One call and how it went. */
export interface Sample {
  doing: Doing
  person: number
  /** When it was sent, in milliseconds of `performance.now()`. */
  at: number
  ms: number
  /** Null when no whole answer came. */
  status: number | null
}

/** What the product said it had done, and must be true for ever. */
export interface Acknowledged {
  /** Person by document. */
  documents: Map<string, number>
  /** Person by document that is gone. */
  removed: Map<string, number>
  /** Person and content by file. */
  files: Map<string, { person: number; md5: string }>
  /** Orders of pictures by key, as far as they were answered; a key without an answer may or may not be there. */
  draws: Map<string, { person: number; status: number | null }>
  /** Person by reference of a paid order. */
  purchases: Map<string, number>
}

export interface Traffic {
  acknowledged: Acknowledged
  samples: Sample[]
  /** Takes no more calls on, and waits for those under way. */
  stop(): Promise<void>
}

export interface TrafficOptions {
  /** Where calls go to now, asked before each; null while nobody takes any. */
  url: () => string | null
  /** How many people there are, as `fillPeople` makes them. */
  people: number
  /** What they do; the more often one stands here, the more often it is done. */
  mix: readonly Doing[]
  /** Pause between an answer and the same person's next call, in milliseconds. */
  pauseMs: number
  /** What is uploaded; each gets an end of its own. */
  photo: Buffer
  /** Pixels and time of a picture, in words of the fake engine. */
  prompt: string
  /** Told of each created document with the moment of its answer. */
  onCreated?: (id: string, at: number) => void
  /** What was acknowledged before; a load after a pause goes on with it. */
  acknowledged?: Acknowledged
}

const documentsPath = "/v1/databases/main/collections/scratch/documents"
const filesPath = "/v1/storage/buckets/scratch/files"
const json = { "content-type": "application/json" }

/** A call that is not answered in this time counts as unanswered, in milliseconds. */
const patienceMs = 30_000

/** @returns nothing acknowledged so far */
export function nothingAcknowledged(): Acknowledged {
  return { documents: new Map(), removed: new Map(), files: new Map(), draws: new Map(), purchases: new Map() }
}

/** Lets each person do one thing after the other, whatever becomes of it, until it is stopped. */
export function startTraffic(options: TrafficOptions): Traffic {
  const acknowledged = options.acknowledged ?? nothingAcknowledged()
  const samples: Sample[] = []
  let isStopped = false
  const lives = Array.from({ length: options.people }, async (_, person) => {
    // Everybody begins elsewhere in the mix, so that not all upload at once.
    for (let n = person * 3; !isStopped; n++) {
      const doing = options.mix[n % options.mix.length] as Doing
      const url = options.url()
      if (url === null) {
        await sleep(100)
        continue
      }
      const began = performance.now()
      const status = await doOne(options, acknowledged, { url, doing, person }).catch(() => null)
      samples.push({ doing, person, at: began, ms: performance.now() - began, status })
      await sleep(options.pauseMs)
    }
  })
  return {
    acknowledged,
    samples,
    async stop() {
      isStopped = true
      await Promise.all(lives)
    },
  }
}

async function doOne(
  o: TrafficOptions,
  done: Acknowledged,
  { url, doing, person }: { url: string; doing: Doing; person: number },
): Promise<number> {
  const send = (method: string, path: string, headers: Record<string, string> = {}, body?: string | FormData) =>
    fetch(url + path, {
      method,
      headers: { ...signedIn(person), ...headers },
      signal: AbortSignal.timeout(patienceMs),
      ...(body === undefined ? {} : { body }),
    })
  switch (doing) {
    case "session":
      return drain(await send("GET", "/v1/account"))
    case "list":
      return drain(await send("GET", ownNewest(accountOf(person))))
    case "create": {
      const data = { title: randomUUID(), owner: accountOf(person) }
      const reply = await send("POST", documentsPath, json, JSON.stringify({ documentId: "unique()", data }))
      const document = (await reply.json()) as { $id: string }
      if (reply.status === 201) {
        done.documents.set(document.$id, person)
        o.onCreated?.(document.$id, performance.now())
      }
      return reply.status
    }
    case "remove": {
      const id = anyOf(done.documents, (owner) => owner === person)
      if (id === null) return 0
      // From now on both may be true, until the answer is here.
      done.documents.delete(id)
      const status = await drain(await send("DELETE", `${documentsPath}/${id}`))
      if (status === 204) done.removed.set(id, person)
      return status
    }
    case "upload": {
      const bytes = Buffer.concat([o.photo, randomBytes(16)])
      const form = new FormData()
      form.append("fileId", "unique()")
      form.append("file", new Blob([bytes]), "photo.jpg")
      const reply = await send("POST", filesPath, {}, form)
      const file = (await reply.json()) as { $id: string }
      if (reply.status === 201) done.files.set(file.$id, { person, md5: md5(bytes) })
      return reply.status
    }
    case "download": {
      const id = anyOf(done.files, (file) => file.person === person)
      return id === null ? 0 : drain(await send("GET", `${filesPath}/${id}/download`))
    }
    case "draw": {
      const key = randomUUID()
      done.draws.set(key, { person, status: null })
      return draw(url, o.prompt, done, key)
    }
    case "buy": {
      const reply = await send("POST", "/orders", json, JSON.stringify({ item: "credits:basic", currency: "NGN" }))
      if (reply.status !== 201) return drain(reply)
      const { tx_ref: txRef } = ((await reply.json()) as { data: { tx_ref: string } }).data
      await drain(await send("POST", `/dev/pay/${txRef}`, json, JSON.stringify({ outcome: "success" })))
      const checked = await send("POST", `/orders/${txRef}/check`, json, "{}")
      const { data } = (await checked.json()) as { data?: { status: string } }
      if (data?.status === "paid") done.purchases.set(txRef, person)
      return checked.status
    }
  }
}

/** Orders a picture with this key, for the first time or again. */
export async function draw(url: string, prompt: string, done: Acknowledged, key: string): Promise<number> {
  const order = done.draws.get(key)
  if (!order) throw new Error("There is no such order.")
  const reply = await fetch(`${url}/image-gen-with-flux-1.1`, {
    method: "POST",
    headers: { ...json, ...signedIn(order.person), "idempotency-key": key },
    body: JSON.stringify({ prompt: `${prompt} ${key}`, aspect_ratio: "1:1" }),
    signal: AbortSignal.timeout(patienceMs),
  })
  const status = await drain(reply)
  if (status === 200 || status === 202) order.status = status
  // Refused for want of credits: nothing was promised.
  if (status === 402) done.draws.delete(key)
  return status
}

export function accountOf(person: number): string {
  return `person-${person}`
}

/** Headers of a signed-in person. */
export function signedIn(person: number): { cookie: string } {
  return { cookie: cookieOf(accountOf(person)) }
}

async function drain(reply: Response): Promise<number> {
  await reply.arrayBuffer()
  return reply.status
}

export function md5(bytes: Uint8Array): string {
  return createHash("md5").update(bytes).digest("hex")
}

function anyOf<T>(from: ReadonlyMap<string, T>, isWanted: (value: T) => boolean): string | null {
  for (const [id, value] of from) if (isWanted(value)) return id
  return null
}
