import { noticeKind } from "#server/declarations/notice.ts"
import { orderPath } from "./serialise.ts"

/** Money arrived; the receipt is a letter of its own. */
export const paymentArrived = noticeKind<{ txRef: string; title: string }>({
  name: "payment-arrived",
  topic: "money",
  title: "A payment arrived",
  channels: { text: false, push: true },
  mail: "own",
  write: ({ txRef, title }) => ({
    title: "Your payment arrived",
    text: `${title}. The receipt is on its page and in your mail.`,
    path: orderPath(txRef),
  }),
})

/** Money goes back to the buyer: that it will, and that it was sent. */
export const moneyBack = noticeKind<{ txRef: string; title: string; sum: string; isSent: boolean }>({
  name: "money-back",
  topic: "money",
  title: "Money goes back to you",
  channels: { mail: true, text: false, push: true },
  mail: "at-once",
  write: ({ txRef, title, sum, isSent }) => ({
    title: isSent ? "Your money was sent back" : "Your money goes back to you",
    text: isSent
      ? `${title}: ${sum}. Your bank may need some days to show it.`
      : `${title}: ${sum}. A person at our side sends it, and you are told when it was sent.`,
    path: orderPath(txRef),
  }),
})

/** A payment that needs a look, such as one that is short; its letter says what becomes of it. */
export const paymentTrouble = noticeKind<{ txRef: string; title: string }>({
  name: "payment-trouble",
  topic: "money",
  title: "A payment was not the one that was asked for",
  channels: { text: false, push: true },
  mail: "own",
  write: ({ txRef, title }) => ({
    title: "About your payment",
    text: `${title}: what came in is not what was asked for. A mail says what happens now.`,
    path: orderPath(txRef),
  }),
})
