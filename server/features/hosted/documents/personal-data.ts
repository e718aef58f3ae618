import type { Collection, Collections } from "#server/declarations/collection.ts"
import { type PersonalData, pageRows, rowsInPages } from "#server/declarations/personal-data.ts"
import type { Services } from "#server/declarations/services.ts"
import type { Person } from "#server/platform/http/caller.ts"
import { listDocuments } from "./service.ts"

/** The person's own documents of every collection, as the person reads them; they go with the account's row. */
export function documentData(collections: Collections): PersonalData {
  return {
    async *records(s, person) {
      for (const collection of collections.values()) {
        const value: unknown[] = []
        for await (const document of ownDocuments(s, person, collection)) value.push(document)
        if (value.length > 0) yield { name: `documents/${collection.id}.json`, value }
      }
    },
  }
}

async function* ownDocuments(s: Services, person: Person, collection: Collection): AsyncGenerator<{ $id: string }> {
  if (collection.readable(person, person.accountId).length === 0 && !collection.documentSecurity) return
  yield* rowsInPages<{ $id: string }>(async (last) => {
    const queries = [
      write("equal", [person.accountId], collection.owner),
      write("limit", [pageRows]),
      ...(last ? [write("cursorAfter", [last.$id])] : []),
    ]
    const text = await listDocuments(s, collection, person, { queries, isTotalWanted: false })
    return (JSON.parse(text) as { documents: { $id: string }[] }).documents
  })
}

/** One query in the form of the newer SDK. */
function write(method: string, values: (string | number)[], attribute?: string): string {
  return JSON.stringify({ method, attribute, values })
}
