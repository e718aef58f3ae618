import { messages } from "#contract/messages.ts"
import { noticeKind } from "#server/declarations/notice.ts"

/** Work that took so long that its person went on to something else, in seconds. */
export const longWorkSeconds = 60

/** Where work of a kind is looked at; what is not named here ends in the gallery. */
const screens: Readonly<Record<string, (id: string) => string>> = {
  batch: (id) => `/generations/batch?${new URLSearchParams({ batch: id })}`,
  description: () => "/generations/image-to-prompt",
  "product-cut-out": () => "/shelf",
}

interface WorkFacts {
  id: string
  kind: string
  title: string
  /** How many cut-outs in it are not sure, so that their person should look first. */
  unsure?: number
  /** Where it is looked at, when that is not the place of its kind. */
  path?: string
}

const screenOf = ({ id, kind, path }: WorkFacts): string => path ?? screens[kind]?.(id) ?? "/photo-gallery"

/** Work of more than a minute has a result. */
export const workDone = noticeKind<WorkFacts>({
  name: "work-done",
  topic: "studio",
  title: "Longer work is done",
  channels: { mail: false, text: false, push: true },
  mail: "daily",
  write: ({ unsure = 0, ...facts }) => ({
    title: unsure > 0 ? `${facts.title} waits for your look` : `${facts.title} is done`,
    text:
      unsure > 0
        ? `We are not sure of ${unsure === 1 ? "an edge" : `the edges of ${unsure} pictures`}. Please look before you use what was made.`
        : "It took a while, so here is where to find it.",
    path: screenOf(facts),
  }),
})

/** Fixed wordings of calls that say no more than the title. */
const saysNothing = new Set<string>([messages.generationFailed, messages.photoFailed])

/** A reason as a sentence, before others. */
function asSentence(reason: string): string {
  return saysNothing.has(reason) ? "" : reason.replace(/(?<![.!?])$/, ".")
}

function backWords(credits: number): string {
  if (credits === 0) return "Nothing was charged."
  return credits === 1 ? "1 credit is back." : `${credits} credits are back.`
}

/** Work that was ordered has no result, whoever looks. */
export const workFailed = noticeKind<WorkFacts & { failure: string; credits: number }>({
  name: "work-failed",
  topic: "studio",
  title: "Work could not be done, and its credits are back",
  channels: { mail: true, text: false, push: true },
  mail: "daily",
  write: (facts) => ({
    title: `${facts.title} could not be done`,
    text: [asSentence(facts.failure), backWords(facts.credits)].filter(Boolean).join(" "),
    path: screenOf(facts),
  }),
})
