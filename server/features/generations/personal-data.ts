import { extname } from "node:path"
import { type PersonalData, pageRows, rowsInPages } from "#server/personal-data.ts"
import { notify } from "#server/platform/notifications.ts"
import { ordersChannel } from "./order-wait.ts"
import { keysOf, possibleKeys } from "./picture-files.ts"
import * as queries from "./queries.ts"
import { removeFiles } from "./remove-files.ts"

/** Longest that an order in work goes on after its person is gone, in seconds; then what it still wrote is removed. */
const lateWorkSeconds = 900

/** Orders and pictures. The rows of the pictures are documents as well, so here are only their bytes. */
export const generationData: PersonalData = {
  async *records(s, { accountId }) {
    const value: unknown[] = []
    const read = (last: { id: string } | null) => queries.listOrders(s.db, accountId, pageRows, last?.id ?? null)
    for await (const order of rowsInPages(read)) value.push(order)
    yield { name: "orders.json", value }
  },
  async *bytes(s, { accountId }) {
    const read = (last: { sequence: string } | null) =>
      queries.listStoredPictures(s.db, accountId, pageRows, last?.sequence ?? null)
    for await (const { id, storageKey, createdAt } of rowsInPages(read)) {
      const open = async () => (await s.storage.get(storageKey))?.body ?? null
      yield { name: `pictures/${id}${extname(storageKey)}`, createdAt, open }
    }
  },
  async erase(s, tx, accountId) {
    const read = (last: { sequence: string } | null) =>
      queries.listStoredPictures(tx, accountId, pageRows, last?.sequence ?? null)
    for await (const { storageKey } of rowsInPages(read)) {
      await s.queue.enqueue(tx, removeFiles, { keys: keysOf(storageKey) })
    }
    for (const { id, count } of await queries.listOpenOrders(tx, accountId)) {
      await s.queue.enqueue(tx, removeFiles, { keys: possibleKeys(id, count) }, { delaySeconds: lateWorkSeconds })
      await notify(tx, ordersChannel, id)
    }
  },
}
