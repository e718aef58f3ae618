import { readdirSync } from "node:fs"
import { type Words, wordsIn } from "./read-words.ts"

/**
 * Sentences that people read and that promise something: they have a number of a unit, or one of the words below.
 * A number that the code puts in ("within … days") is true by construction.
 */

const numbers =
  "\\d[\\d,.]*|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|sixty|hundred|thousand|half an?|an?"
const units =
  "seconds?|minutes?|hours?|days?|weeks?|months?|years?|nights?|credits?|MB|GB|kB|pixels|megapixels|naira|dollars|%|percent"

/** "half a day", "12 months", "₦5,000", "50%"; "a day" alone only where it says how often or how long. */
const amount = new RegExp(
  `(?<![\\p{L}\\d.])(?:${numbers})(?: more| whole| free| live)?[ -]?(?:${units})(?!\\p{L})|[₦$]\\d|\\d ?%`,
  "iu",
)
const promise =
  /(?<![\p{L}-])(?:never|nobody|no[ -]one|only you|(?:you|yours|team) alone|always|at once|within|free|for ?ever|for good|guarantee\p{L}*|every(?:thing|one|body)?|all)(?![\p{L}-])/iu

/** What these words mean where they promise nothing; "Nobody has come in yet" is what an empty list says of itself. */
const idle =
  /\ball the (?:same|way)\b|\bat all\b|\bin all\b|\bfree place\b|within …|\ba second\b|\bof (?:an?|the) (?:day|week)\b|\ba lot (?:of \w+ )?at once\b|(?:photos|…) at once\b|^Nobody .+ yet\b|^Looked at once\b/giu

/** Advice, questions, names of fields and buttons, and what somebody else should do. */
const unpromised: readonly RegExp[] = [
  /\?$/u,
  /^(?:Please|Put all|Describe|Remind|Say|Give|Draw|Write|Tell (?:it|the code)|If it was not you|Delete|Press its link)\b/u,
  // Of the five systems and of programs: what a client brings, what is made for them, who should not come.
  /What an advert may never promise|a list of pictures|Scripts of fifteen|first answer to every message|into a week of posts/iu,
  /no laptop to build on|You want to learn to program|Learn to tell a useful project|A laptop, a connection/u,
  // Work and people, not the product.
  /^Nobody is blamed|^We write so that|what must never leave the building|Twice a week a cake|^Prices you can read|^You wait a year/u,
  // What a form asks, and keys.
  /the megabytes a week|^Keys:|know of every applicant|Products I list|2 weeks or August|hour left$|minute left$|never have arrived/u,
  // The sandbox of payments and the page of calls are for who tries and who programs.
  /^Transfer that|^The money comes in at once|^API ·/u,
]

/** "All trades", "Show all tools": the name of a list or a button. */
const label =
  /^(?:… )?(?:(?:show|see|mark|delete|buy)\b.*\b)?(?:all|every|free|everything|everyone)\b(?: [^ .:;?!]+){0,4}$/iu

/** Names of classes and rules of styles. */
const stylesheet = /\{[a-z-]+:|^(?=.*[a-z]-[a-z\d])[a-z\d]+(?:[-:][^ ]+)?(?: [^ A-Z]*[-:[][^ A-Z]*| [a-z\d]+)*$/

export function isPromise(sentence: string): boolean {
  const said = sentence.replaceAll(idle, " ")
  if (stylesheet.test(said)) return false
  const isLabel = (said.match(/\p{L}{2,}/gu) ?? []).length < 3 || label.test(said)
  if (isLabel || unpromised.some((one) => one.test(sentence))) return false
  return amount.test(said) || promise.test(said)
}

/** Single sentences of a text. */
export function sentencesOf(text: string): string[] {
  return text.split(/(?<=[.!?:]["”]?) (?=["“]?[\p{Lu}…\d₦])/u)
}

/** What promises nothing of the product, or is read by nobody who uses it. */
const leftOut: readonly RegExp[] = [
  /\.test\.|\/testing\/|\/test-|queries\.ts$|-style\.ts$/,
  // Lessons, questions, advice and case studies that say that they are made up (docs/product-rules.md#own-words).
  /^server\/features\/academy\/programs\/|\/handout-lines\.ts$|\/case-studies\.ts$/,
  // Names of figures for monitoring, samples of mails, the page of parts for who builds the product.
  /\/system\/figures\.ts$|\/email-samples\.ts$|\/parts-page\//,
]

/** Every promise in screens, pages, mails, answers of the server and the words of the contract. */
export function allPromises(root: string): Words[] {
  const files = ["web", "contract", "server/features", "server/mail", "server/pages"]
    .flatMap((folder) => readdirSync(`${root}/${folder}`, { recursive: true }).map((path) => `${folder}/${path}`))
    .filter((path) => /\.tsx?$/.test(path) && !leftOut.some((one) => one.test(path)))
  return files
    .flatMap((path) => wordsIn(root, path))
    .flatMap(({ path, text }) => sentencesOf(text).map((sentence) => ({ path, text: sentence })))
    .filter(({ text }) => isPromise(text))
}
