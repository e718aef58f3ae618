import { globSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { type BrowserPlace, browserStorage } from "#contract/catalogue/browser-storage.ts"
import { projectId } from "#contract/project.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))
const files = new Map(
  globSync(["web/**/*.{ts,tsx,js,html}", "server/**/*.ts", "contract/**/*.ts"], { cwd: root })
    .filter((path) => !/\.test\.tsx?$|(^|\/)testing\/|test-client/.test(path))
    .map((path) => [path, readFileSync(`${root}${path}`, "utf8")]),
)

/** Calls that put something into a browser; the first thing in their brackets is its name. */
const writers: readonly [call: RegExp, place: BrowserPlace][] = [
  [/\blocalStorage\.setItem\(\s*([^,]+?),/g, "local"],
  [/\bsessionStorage\.setItem\(\s*([^,]+?),/g, "session"],
  [/\.setCookie\(\s*([^,]+?),/g, "cookie"],
  [/\bcreateStore\(\s*([^,]+?),/g, "database"],
  [/\bindexedDB\.open\(\s*([^,)]+?)[,)]/g, "database"],
  [/\bcaches\.open\(\s*([^)]+?)\)/g, "files"],
]

/** Names that an expression may have; the part of one that differs is "…". */
function namesOf(expression: string, text: string): string[] {
  if (/^".*"$/.test(expression)) return [expression.slice(1, -1)]
  if (/^`.*`$/.test(expression))
    return [
      expression
        .slice(1, -1)
        .replace(/\$\{projectId\}/g, projectId)
        .replace(/\$\{.*\}/, "…"),
    ]
  const [first = "", second] = expression.split(" + ")
  if (second !== undefined) return namesOf(first, text).map((name) => `${name}…`)
  const name = expression.replace(/\(.*$/, "")
  const list = text.match(new RegExp(`for \\(const ${name} of (\\w+)\\)`))?.[1]
  if (list !== undefined) return namesOf(list, text)
  const written = [text, ...files.values()]
    .map((each) => each.match(definitionOf(name))?.slice(1).find(Boolean))
    .find((found) => found !== undefined)
  if (written?.startsWith("["))
    return written
      .slice(1, -1)
      .split(", ")
      .flatMap((each) => namesOf(each, text))
  return written === undefined ? [`${expression}: nobody knows its name`] : namesOf(written, text)
}

/** A constant with its value, or a function with the text that it makes. */
function definitionOf(name: string): RegExp {
  const constant = `const ${name} = (?:\\(.*\\): string => )?("[^"]*"|\`[^\`]*\`|\\[[^\\]]*\\]|\\w+ \\+ [\\w.]+)`
  return new RegExp(`${constant}|function ${name}\\(.*\\n  return (\`[^\`]*\`)`)
}

test("the list of what browsers keep names everything that the code puts there, and nothing else", () => {
  const kept = new Set<string>()
  for (const text of files.values()) {
    for (const [call, place] of writers) {
      for (const [, expression = ""] of text.matchAll(call)) {
        for (const name of namesOf(expression.trim(), text)) kept.add(`${place} ${name}`)
      }
    }
    if (text.includes("<ScrollRestoration />")) kept.add("session react-router-scroll-positions")
  }
  expect(browserStorage.map(({ place, name }) => `${place} ${name}`).toSorted()).toEqual([...kept].toSorted())
})

test("browsers are told to keep things in these ways only", () => {
  const others = /document\.cookie|cookieStore|caches\.put|(?:local|session)Storage\[|set-cookie"/i
  expect([...files].filter(([, text]) => others.test(text)).map(([path]) => path)).toEqual([])
})
