import { product } from "#contract/brand.ts"
import { escapeHtml } from "./escape-html.ts"

/** The way on from a page, as a link. */
export interface Way {
  to: string
  label: string
  /** Whether it is taken by itself where scripts are allowed: they were only late then. */
  isTaken?: true
  /** What changes something is a form with these fields, sent by a press: programs that only look at links change nothing. */
  sends?: Readonly<Record<string, string>>
}

/** What a browser without scripts reads after sending a form. It loads nothing but one style sheet, and what goes on. */
export function plainPage(title: string, text: string, way: Way): string {
  const goOn = way.isTaken ? '<script src="/go-on.js" defer></script>' : ""
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${product.name}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/dev.css">${goOn}</head>
<body><main><h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
${wayOn(way)}
</main></body></html>`
}

function wayOn({ to, label, sends }: Way): string {
  if (!sends) return `<p><a href="${escapeHtml(to)}">${escapeHtml(label)}</a></p>`
  const fields = Object.entries(sends).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return `<form method="post" action="${escapeHtml(to)}">${fields.join("")}<button>${escapeHtml(label)}</button></form>`
}
