import { lookUp } from "./lexicon.ts"
import { bindLoose, type Reader, type Side } from "./reader.ts"
import type { Where } from "./reading.ts"
import { pronouns, relationPhrases, relationWords, sideWords, stopWords } from "./small-words.ts"

/** Where the companion stands when it is the thing before the relation and the subject the thing after it. */
const whereBefore: Readonly<Record<Side, Where>> = {
  on: "on top",
  in: "inside",
  behind: "behind",
  before: "before",
  beside: "beside",
}

/**
 * Takes a word or phrase that relates two nouns. "… with a sign behind it" places the thing named last.
 * @returns the token number after it, or `at` when there is none
 */
export function readRelation(r: Reader, at: number): number {
  const phrase = relationPhrases.find(([words]) => startsHere(r, at, words))
  const word = phrase?.[0] ?? r.keys[at] ?? ""
  const relation = phrase?.[1] ?? relationWords[word]
  if (!relation || (!phrase && isNoun(r, at))) return at
  const end = at + word.split(" ").length
  bindLoose(r)
  const side = sideWords[word] ?? null
  const last = r.reading.companions.at(-1)
  const pointsBack = side && last && r.last === last.look ? endOfPronoun(r, end) : end
  if (side && last && pointsBack > end) last.where = whereBefore[side]
  else {
    r.relation = relation
    r.side = side
  }
  for (let i = at; i < pointsBack; i += 1) r.used[i] = true
  return pointsBack
}

function startsHere(r: Reader, at: number, words: string): boolean {
  return words.split(" ").every((word, i) => r.keys[at + i] === word)
}

/** "next" and "by" may open a known phrase of their own. */
function isNoun(r: Reader, at: number): boolean {
  const match = lookUp(r.keys, at)
  return match !== null && !(match.words === 1 && stopWords.has(r.keys[at] ?? ""))
}

/** After "it", "the bottle" where the subject is a bottle, or at the end of the phrase; else `at`. */
function endOfPronoun(r: Reader, at: number): number {
  if (pronouns.has(r.keys[at] ?? "")) return at + 1
  let noun = at
  while (stopWords.has(r.keys[noun] ?? "")) noun += 1
  const match = lookUp(r.keys, noun)
  const subject = r.reading.subject
  if (noun > at && match && subject && match.meaning.subject === subject.name) return noun + match.words
  return at
}
