import { type PersonalData, rowsInPages } from "#server/declarations/personal-data.ts"
import { type CopiedOrder, forgetBuyer, listOrdersForCopy } from "./queries.ts"

/** Orders and receipts of a person. They outlive the account, for the books, without anything that tells whose they were. */
export const paymentData: PersonalData = {
  async *records(s, { accountId }) {
    const orders: unknown[] = []
    const pages = rowsInPages<CopiedOrder>((last) => listOrdersForCopy(s.db, accountId, last?.txRef ?? null))
    for await (const order of pages) orders.push(order)
    yield { name: "payments.json", value: orders }
  },

  erase: (_s, tx, accountId) => forgetBuyer(tx, accountId),
}
