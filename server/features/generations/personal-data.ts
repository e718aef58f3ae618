import { extname } from "node:path"
import { sweepMedia } from "#server/media/sweep.ts"
import { type PersonalData, pageRows, rowsInPages } from "#server/personal-data.ts"
import { notify } from "#server/platform/notifications.ts"
import { ordersChannel } from "./order-wait.ts"
import * as queries from "./queries.ts"

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
  // The bytes go with their rows; what an order in work still writes is held by nothing and goes with the hour.
  async erase(s, tx, accountId) {
    await s.queue.enqueue(tx, sweepMedia, {})
    for (const { id } of await queries.listOpenOrders(tx, accountId)) await notify(tx, ordersChannel, id)
  },
}
