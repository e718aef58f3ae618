import { product } from "#contract/brand.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"
import type { OrderRow } from "./queries.ts"
import { orderPath, statusNow } from "./serialise.ts"

/** What can be tried, in the order of the buttons. */
const outcomes = [
  ["success", "Pay", "The money comes in at once."],
  ["late", "Transfer that takes ten minutes", "The page may be closed meanwhile."],
  ["pending", "Transfer that never ends", "It stays on its way."],
  ["failed", "Refused card", "Another try is possible."],
  ["abandoned", "Go back without paying", ""],
  ["short", "Pay one unit too little", "Nothing may be given."],
  ["over", "Pay one unit too much", "Everything is given, and the rest goes back."],
  ["wrong_currency", "Pay in the other currency", "Nothing may be given."],
] as const

/** The page of the sandbox provider. It loads nothing but the product's own style sheet. */
export function sandboxPage(order: OrderRow): string {
  const amount = `${order.currency} ${(Number(order.amountMinor) / 100).toLocaleString("en")}`
  const buttons = outcomes.map(
    ([outcome, label, what]) =>
      `<p class="choice"><button name="outcome" value="${outcome}">${label}</button> ${escapeHtml(what)}</p>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox payment · ${product.name}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/dev.css"></head>
<body><main><h1>Sandbox payment</h1>
<p>No money moves here. This page stands in for a payment provider, on this machine only.</p>
<article><h2>${escapeHtml(order.title)}</h2><p><strong>${amount}</strong></p>
<p>Reference ${order.txRef}. The order is ${statusNow(order)}.</p>
<form method="post" action="/dev/pay/${order.txRef}">${buttons.join("\n")}</form></article>
<p><a href="${orderPath(order.txRef)}">Back to the order</a></p>
</main></body></html>`
}
