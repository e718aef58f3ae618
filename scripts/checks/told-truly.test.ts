import { existsSync, readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { expect, test } from "vitest"
import { discussionDeletedDays } from "#contract/academy/discussions.ts"
import { slotDays } from "#contract/academy/interviews-admin.ts"
import { quietAfterDays } from "#contract/academy/teaching.ts"
import { admissionRules } from "#contract/catalogue/applications.ts"
import { tryDays, tryPixels } from "#contract/catalogue/guest-trial.ts"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { programCards } from "#contract/catalogue/programs/program-cards.ts"
import { styles } from "#contract/catalogue/styles.ts"
import { operatorHours } from "#contract/identity/operators.ts"
import { recentSignInMinutes } from "#contract/identity/personal-data.ts"
import { maxGrantAlone, openedMinutes } from "#contract/operations/people.ts"
import { ImageCount } from "#contract/studio/generations.ts"
import { drawnPixels } from "#server/adapters/image-engine/local/final-size.ts"
import { signInMinutes } from "#server/features/identity/identities/sign-in-secrets.ts"
import { tokenMinutes } from "#server/features/identity/one-time-tokens/secrets.ts"
import { maxSessions, sessionDays, waitingMinutes } from "#server/features/identity/sessions/service.ts"
import { limitDays } from "#server/features/money/referrals/service.ts"
import { handoutLines } from "#server/features/operations/contact/handout-lines.ts"
import { contractCalls } from "./contract-calls.ts"
import { allPromises, isPromise, sentencesOf } from "./promises.ts"
import { readWords } from "./read-words.ts"

const root = fileURLToPath(new URL("../../", import.meta.url))

/** What calls are for, in words for who programs against them. */
const summaries = new Set((await contractCalls()).map(({ summary }) => summary))
const promises = allPromises(root).filter(({ text }) => !summaries.has(text))

/** The tables of docs/product-rules.md#told-truly: words that a sentence has, and the tests that hold it against the code. */
function rows(): { quotes: string[]; tests: string[] }[] {
  const [, section = ""] = readFileSync(`${root}/docs/product-rules.md`, "utf8").split("\n### told-truly\n")
  const [tables = ""] = section.split("\n### ")
  return [...tables.matchAll(/^\| (.+) \| (`.+`) \|$/gm)].map(([, said = "", tests = ""]) => ({
    quotes: [...said.matchAll(/“([^”]+)”/g)].map(([, quote = ""]) => quote),
    tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = ""]) => path),
  }))
}

const has = (text: string, quote: string): boolean => text.toLowerCase().includes(quote.toLowerCase())

test("every sentence with a number, a promise or nobody has its row, and every row its tests", () => {
  const listed = rows()
  expect(promises.length).toBeGreaterThan(250)
  expect(listed.length).toBeGreaterThan(60)
  const quotes = listed.flatMap((row) => row.quotes)
  expect(promises.filter(({ text }) => !quotes.some((quote) => has(text, quote)))).toEqual([])
  // A quote that nothing says any more, or so short that it would cover other promises too.
  expect(quotes.filter((quote) => !promises.some(({ text }) => has(text, quote)))).toEqual([])
  expect(quotes.filter((quote) => quote.length < 10 || !quote.includes(" "))).toEqual([])
  const tests = listed.flatMap((row) => row.tests)
  expect(tests.filter((path) => !/\.(?:test|spec)\.tsx?$/.test(path) || !existsSync(`${root}/${path}`))).toEqual([])
})

test("a promise is found wherever it is written, and what promises nothing is not", () => {
  const source = `
    const days = 3
    const said = { text: "Your pictures are kept for ten days." }
    const built = <p>It is kept <b>for {days} days</b>. Nobody{" "}reads your letters.</p>
    const names = ["All trades", "Show all tools", "Second picture", "max-w-all free:block"]
    const call = () => fail(\`Try \${days} times; it costs ₦500.\`)`
  const found = readWords("x.tsx", source).flatMap(({ text }) => sentencesOf(text).filter(isPromise))
  expect(found).toEqual([
    "Your pictures are kept for ten days.",
    "Nobody reads your letters.",
    "Try … times; it costs ₦500.",
  ])
})

const inWords: Readonly<Record<number, readonly string[]>> = {
  1: ["a", "an", "one"],
  2: ["two"],
  3: ["three"],
  4: ["four"],
  6: ["six"],
  7: ["seven"],
  8: ["eight"],
  10: ["ten"],
  12: ["twelve"],
}

const countOf = (lines: readonly string[], begin: string): number =>
  lines.filter((line) => line.startsWith(begin)).length

/** The steps of the way in, as every program's page lists them. */
const [, steps = ""] =
  readFileSync(`${root}/web/content/program-labels.ts`, "utf8").match(/ steps: \[(.*?)\n {4}\],/s) ?? []

/** Sentences whose number stands in them, and not in the constant. */
const figures: readonly (readonly [said: string, value: number])[] = [
  ["it takes up to # minutes", admissionRules.assessmentMinutes],
  ["You must be at least # years old", admissionRules.minimumAge],
  ["you have # week more", admissionRules.graceDays / 7],
  ["we keep checking for # days", admissionRules.paymentHours / 24],
  ["This picture is small, # ×", tryPixels],
  ["and waits here for # days", tryDays],
  ["A link works once, for # minutes", tokenMinutes["magic-url"]],
  ["It works for # minutes", tokenMinutes["shop-number"]],
  ["The link works for # hour", tokenMinutes.verification / 60],
  ["a link that works for # hour", tokenMinutes.recovery / 60],
  ["# minutes, or until you are back", signInMinutes],
  ["connect within # minutes", recentSignInMinutes],
  ["then do this within # minutes", recentSignInMinutes],
  ["If you signed in more than # minutes ago", recentSignInMinutes],
  ["It counts for # hours after signing in", operatorHours],
  ["# year after you signed in", sessionDays / 365],
  ["after # newer sign-ins", maxSessions],
  ["after # hour while a second step", waitingMinutes / 60],
  ["people in # days", limitDays],
  ["still see it for # days", discussionDeletedDays],
  ["private ones too, for # minutes", openedMinutes],
  ["The pictures are open for # minutes", openedMinutes],
  ["The copy can be downloaded for # minutes", openedMinutes],
  ["up to # credits alone", maxGrantAlone],
  ["did nothing for # week", quietAfterDays / 7],
  ["not on this list for # week", quietAfterDays / 7],
  ["by # weeks at most", Math.floor(slotDays / 7)],
  ["The same # steps for every program", steps.split("title:").length - 1],
  ["at # megapixels", drawnPixels / 1_000_000],
  ["one to # pictures at once", ImageCount.maxValue ?? 0],
  ["on # sets that fit every shop", styles.find(({ slug }) => slug === "products")?.templates.length ?? 0],
  ["# answers every shop needs", countOf(handoutLines.convertflow, "Answer:")],
  ["and # questions that tell a buyer", countOf(handoutLines.convertflow, "Question:")],
]

test.each(figures)("“%s” names the number that counts", (said, value) => {
  const ways = [String(value), value.toLocaleString("en"), ...(inWords[value] ?? [])]
  expect(promises.some(({ text }) => ways.some((way) => has(text, said.replace("#", way))))).toBe(true)
})

test.each(openPrograms)("the card of $slug says how long its program is", ({ slug, cohort_duration: duration }) => {
  const [, months = ""] = duration.match(/^(\d+) months$/) ?? []
  const card = programCards.find((one) => one.slug === slug)
  expect(inWords[Number(months)]?.some((way) => has(JSON.stringify(card), `${way} months online`))).toBe(true)
})
