import { noticeKind } from "#server/declarations/notice.ts"
import { isLearning } from "./queries.ts"

/** Teaching staff ask a learner who went quiet; the words are those that the list showed before the press. */
export const howItGoes = noticeKind<{ title: string; text: string; path: string }>({
  name: "how-it-goes",
  topic: "academy",
  title: "Your teachers ask how it goes",
  channels: { mail: true, text: false, push: true },
  mail: "at-once",
  write: (facts) => facts,
  holds: (db, { key }) => isLearning(db, key.split("@")[0] ?? ""),
})
