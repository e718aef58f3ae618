import { product } from "#contract/product/brand.ts"
import { escapeHtml } from "#server/platform/escape-html.ts"

/** What a browser without scripts reads after sending a form. It loads nothing but one style sheet. */
export function plainPage(title: string, text: string, way: { to: string; label: string }): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)} · ${product.name}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/dev.css"></head>
<body><main><h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(text)}</p>
<p><a href="${escapeHtml(way.to)}">${escapeHtml(way.label)}</a></p>
</main></body></html>`
}
