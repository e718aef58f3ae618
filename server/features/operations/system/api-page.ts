import { product } from "#contract/brand.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"

interface ApiDocument {
  paths?: Record<string, object | undefined>
}

const methods = ["get", "post", "put", "patch", "delete"]

/** A readable list of every call, made from the OpenAPI document that is made from the contract. */
export function apiPage(document: ApiDocument): string {
  const rows = Object.entries(document.paths ?? {}).flatMap(([path, calls]) =>
    Object.entries((calls ?? {}) as Record<string, { summary?: string; security?: object[] }>)
      .filter(([method]) => methods.includes(method))
      .map(
        ([method, call]) =>
          `<tr><td>${method.toUpperCase()}</td><td><code>${escapeHtml(path)}</code></td><td>${escapeHtml(call.summary ?? "")}</td><td>${call.security?.length ? "session" : "anyone"}</td></tr>`,
      ),
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · ${product.name}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/dev.css"></head>
<body><main><h1>API</h1><p>The whole description, with every field: <a href="/docs/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
<table><thead><tr><th>Method</th><th>Path</th><th>What it does</th><th>Who</th></tr></thead><tbody>
${rows.join("\n")}
</tbody></table></main></body></html>`
}
