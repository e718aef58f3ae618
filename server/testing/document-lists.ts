import { Query } from "appwrite"
import { expect } from "vitest"
import { buildPictures } from "#server/testing/records/build-pictures.ts"
import { openTestApp, type TestApp, type TestPerson } from "./test-app.ts"

export const picturesPath = "/v1/databases/main/collections/generations/documents"

/** A query in the text form of SDK 13, or as an object in the form of SDK 27. */
export type AnyQuery = string | object

/** Thirty pictures of one person, and lists of them. */
export interface PictureLists {
  t: TestApp
  owner: TestPerson
  /** In the order of insertion. */
  ids: string[]
  /** The query for the owner's pictures alone. */
  mine: string
  /** Lists pictures as `person`, the owner unless told otherwise. */
  list(queries: readonly AnyQuery[], person?: TestPerson, more?: string): Promise<{ status: number; body: ListBody }>
  /** Ids of a list that must be answered. */
  idsOf(queries: readonly AnyQuery[], person?: TestPerson): Promise<string[]>
}

interface ListBody {
  total: number
  documents: { $id: string }[]
}

/** When the pictures were made: three in a row share their time, so that only the order of insertion tells them apart. */
export function thirdMinute(index: number): Date {
  return new Date(Date.UTC(2026, 0, 5, 10, Math.floor(index / 3)))
}

export async function openPictureLists(): Promise<PictureLists> {
  const t = await openTestApp({ hasWorker: false })
  const owner = await t.signUp()
  const pictures = Array.from({ length: 30 }, (_, index) => ({
    createdAt: thirdMinute(index),
    mode: index % 2 === 0 ? "dalle3" : "flux1.1-pro",
    isPublic: index % 5 !== 0,
    prompt: `${index % 3 === 0 ? "two red chairs" : "chair"} "${index}" – àwòrán`,
  }))
  const ids = await buildPictures(t, owner.accountId, pictures)
  const list: PictureLists["list"] = async (queries, person = owner, more = "") => {
    const params = queries.map((query, index) => {
      const text = typeof query === "string" ? query : JSON.stringify(query)
      return `queries[${index}]=${encodeURIComponent(text)}`
    })
    const reply = await t.request("GET", `${picturesPath}?${params.join("&")}${more}`, { person })
    return { status: reply.statusCode, body: reply.json() }
  }
  return {
    t,
    owner,
    ids,
    mine: Query.equal("creator", owner.accountId),
    list,
    async idsOf(queries, person) {
      const { status, body } = await list(queries, person)
      expect(status, JSON.stringify(body)).toBe(200)
      return body.documents.map((document) => document.$id)
    },
  }
}
