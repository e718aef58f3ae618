import { z } from "zod"
import { product } from "#contract/brand.ts"
import { type EmailContent, emailPage, emailText } from "#server/mail/email-template.ts"
import { mailJob } from "#server/mail/send-mail.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"
import * as queries from "./queries.ts"
import { inWords } from "./receipts.ts"
import { orderPath } from "./serialise.ts"

type TroubledPayment = NonNullable<Awaited<ReturnType<typeof queries.findTroubledPayment>>>

/** What happened, for each kind of payment that was not what was asked for. */
const happened: Record<TroubledPayment["outcome"], string> = {
  exact: "Your payment came in.",
  short: "Less money came in than was asked for, so nothing has been given yet.",
  over: "More money came in than was asked for. You have everything you ordered.",
  second: "This order was paid twice. It counts once.",
  wrong_currency: "The money came in another currency than was asked for, so nothing has been given.",
  not_given: "Your money came in, but what you ordered could not be given any more.",
  refunded: "Your payment went back to you.",
}

/** Tells the buyer what came in, what is owed to them, and when it comes. */
export function writePaymentTrouble(payment: Omit<TroubledPayment, "email">, publicUrl: string): EmailContent {
  const { outcome, title, txRef, amountMinor, orderMinor, orderCurrency, refundMinor, currency } = payment
  // Why nothing could be given stands with the order.
  const what = (outcome === "not_given" && payment.problem) || happened[outcome]
  const link = `${publicUrl}${orderPath(txRef)}`
  const back = inWords(refundMinor, currency)
  const facts = [
    ["Order", title],
    ["Asked for", inWords(orderMinor, orderCurrency)],
    ["Came in", inWords(amountMinor, currency)],
    ["Goes back to you", back],
  ] as const
  const owed = `We pay ${back} back to the card or account it came from. A person at our side sends it; your bank may need some days more.`
  const again =
    "Nothing needs to be done for that. To get what you ordered, pay the full amount on the page of your order."
  const advice = outcome === "short" || outcome === "wrong_currency" ? again : "Nothing needs to be done for that."
  const subject = `${product.name}: ${back} of your payment goes back to you`
  const table = facts.map(([name, value]) => `<strong>${escapeHtml(name)}</strong>: ${escapeHtml(value)}`).join("<br>")
  return {
    subject,
    text: [
      what,
      "",
      ...facts.map(([name, value]) => `${name}: ${value}`),
      "",
      owed,
      advice,
      "",
      `Your order: ${link}`,
    ].join("\n"),
    html: emailPage(
      subject,
      [
        emailText(escapeHtml(what)),
        emailText(table),
        emailText(escapeHtml(`${owed} ${advice}`)),
        emailText(`<a href="${escapeHtml(link)}">Your order</a>`),
      ].join("\n"),
    ),
  }
}

/** Mails the buyer of an order about a payment that was short, over or otherwise not what was asked for. */
export const mailPaymentTrouble = mailJob({
  name: "payments.trouble",
  payload: z.object({ paymentId: z.string() }),
  concurrency: () => 1,
  accountOf: () => null,

  async run(s, { paymentId }) {
    const payment = await queries.findTroubledPayment(s.db, paymentId)
    if (!payment?.email) return
    const { email, ...about } = payment
    await s.mailer.send({ ...writePaymentTrouble(about, s.config.publicUrl), to: email, id: `payment-${paymentId}` })
  },
})
