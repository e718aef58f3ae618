import { vi } from "vitest"

// The page and the libraries stay from one file of tests to the next; our modules do not, since they remember who is
// signed in, what was asked and what is shown. Nor does what a test put in place of the browser's own.
vi.resetModules()
vi.unstubAllGlobals()
vi.useRealTimers()
vi.restoreAllMocks()
for (const element of [document.documentElement, document.head, document.body]) {
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
}
document.head.replaceChildren()
document.body.replaceChildren()
localStorage.clear()
sessionStorage.clear()
history.replaceState(null, "", "/")

// What shares a key is shown twice, or not at all, when its list is shown anew: a fault, whatever else a test looks at.
const report = console.error
console.error = (...words: unknown[]) => {
  if (/children with the same key/.test(String(words[0]))) throw new Error(words.map(String).join(" "))
  report(...words)
}
