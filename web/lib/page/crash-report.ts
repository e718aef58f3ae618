import {
  clientErrorId,
  type clientErrorKinds,
  clientErrorPath,
  clientErrorLengths as lengths,
} from "#contract/catalogue/client-errors.ts"
import { ApiError } from "#web/lib/calls/api-error.ts"

/** Most reports of one page: a page that fails again and again has said what there is to say. */
const maxReports = 3

/** Failures that are the line's or an extension's, or are said of nothing that went wrong. */
const noFault = /dynamically imported module|module script failed|ResizeObserver loop|^Script error\.?$|-extension:\/\//

const ids = new WeakMap<object, string>()
const told = new Set<string>()

/** The name under which a failure is shown, copied and sent; the same one for the same error. */
export function crashId(error: unknown): string {
  const known = typeof error === "object" && error !== null ? ids.get(error) : undefined
  if (known) return known
  const bytes = crypto.getRandomValues(new Uint8Array(clientErrorId.length))
  const id = Array.from(bytes, (byte) => clientErrorId.letters[byte % clientErrorId.letters.length]).join("")
  if (typeof error === "object" && error !== null) ids.set(error, id)
  return id
}

/** Tells the server that a page failed, once for each failure: what and where, and nothing that somebody typed. */
export function reportCrash(kind: (typeof clientErrorKinds)[number], error: unknown, id = crashId(error)): void {
  const { message, stack } = describe(error)
  if (told.has(id) || told.size >= maxReports || isExpected(error) || noFault.test(`${message}\n${stack}`)) return
  told.add(id)
  const report = {
    id,
    kind,
    message: withoutWords(message).slice(0, lengths.message),
    stack: withoutWords(stack).slice(0, lengths.stack),
    page: withoutIds(location.pathname).slice(0, lengths.page),
    build: buildName().slice(0, lengths.build),
  }
  // It outlives the page: whoever sees the failure may leave at once. What does not arrive is not sent again.
  fetch(new URL(clientErrorPath, location.origin), {
    method: "POST",
    keepalive: true,
    headers: { "content-type": "application/json" },
    body: JSON.stringify(report),
  }).catch(() => undefined)
}

/** Calls that had no answer, and what a person has called off themselves. */
function isExpected(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === 0
  return error instanceof DOMException && (error.name === "AbortError" || error.name === "TimeoutError")
}

function describe(error: unknown): { message: string; stack: string } {
  if (error instanceof Error) return { message: `${error.name}: ${error.message}`, stack: error.stack ?? "" }
  if (typeof error === "object" && error !== null && "status" in error) {
    return { message: `Answer ${String(error.status)}`, stack: "" }
  }
  return { message: `Thrown: ${typeof error === "string" ? error : typeof error}`, stack: "" }
}

/** Takes out what may be a person's: addresses of people, queries of pages, long quotations. */
function withoutWords(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\s"'`<>()@]+@[\w-]+(\.[\w-]+)+/g, "[address]")
    .replaceAll(/(https?:\/\/[^\s?#)]*)[?#][^\s:)]*/g, "$1")
    .replaceAll(/(["'`“])[^"'`“”\n]{41,}(["'`”])/g, "$1…$2")
}

/** A path without what names one record, or opens it. */
function withoutIds(path: string): string {
  return path
    .split("/")
    .map((part) => (part.length >= 8 && /\d/.test(part) ? ":id" : part))
    .join("/")
}

/** The file the app begins with: its name changes with every build. */
function buildName(): string {
  const script = document.querySelector<HTMLScriptElement>('script[type="module"][src]')
  return script?.src.split("/").at(-1)?.split("?")[0] ?? ""
}
