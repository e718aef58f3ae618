import { product } from "#contract/brand.ts"
import { escapeHtml } from "#server/platform/http/escape-html.ts"

/** What a person sees who was led to the API itself and something went wrong there. */
export function failedSignInPage(message: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in · ${product.name}</title><link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/dev.css"></head>
<body><main><h1>That did not work</h1>
<p>${escapeHtml(message)}</p>
<p><a href="/sign-in">Back to sign in</a></p>
</main></body></html>`
}
