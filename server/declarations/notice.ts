import type { NoticeChannel, NoticeTopic } from "#contract/identity/notices.ts"
import type { Db } from "#server/db/open.ts"

/** What a person reads of one thing. */
export interface NoticeWords {
  /** A few words: what happened. */
  title: string
  /** One or two sentences: what follows from it. Text messages are title and text. */
  text: string
  /** Where to go on; a path of the product. */
  path: string
}

/**
 * A kind of notice: what it is about, how people are told of it, and its words. Everybody finds it on their list; the rest, from
 * choices and quiet hours to sending once, is the same for all kinds (`features/identity/notices`).
 */
export interface NoticeKind<Facts = unknown> {
  /** Unique for ever: it is in the table and in what people chose. */
  name: string
  topic: NoticeTopic
  /** What it is about, in settings: "Work is done". */
  title: string
  /** Ways that can be chosen beside the list, and whether each is on until a person chooses. */
  channels: Readonly<Partial<Record<NoticeChannel, boolean>>>
  /**
   * `daily`: in one letter with what else happened that day. `at-once`: waits for nothing. `own`: a letter of its own always goes
   * out for it (a receipt, a decision), so none is written for the notice.
   */
  mail: "daily" | "at-once" | "own"
  /** From when on nobody is told any more but by the list: a class has begun by then. Absent: never. */
  goodUntil?(facts: Facts): Date
  write(facts: Facts): NoticeWords
  /** Whether it still holds when it is sent; absent: always. What was put in line may be over, or its person may have left. */
  holds?(db: Db, notice: { accountId: string; key: string }): Promise<boolean>
}

/** Declares a kind of notice; the compiler checks its facts wherever somebody is told. */
export function noticeKind<Facts>(definition: NoticeKind<Facts>): NoticeKind<Facts> {
  if (definition.mail === "own" && "mail" in definition.channels) {
    throw new Error(`The notice ${definition.name} has a letter of its own; it needs no other.`)
  }
  return definition
}
