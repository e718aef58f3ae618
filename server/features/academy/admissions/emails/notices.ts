import { type NoticeKind, noticeKind } from "#server/declarations/notice.ts"
import type { EmailName } from "./all.ts"

/** What each letter is about, in a few words; the letter says it all. */
interface LetterFacts {
  program: string
}

const usual = { topic: "academy", channels: { text: false, push: true }, mail: "own" } as const
const page = "/app"

/** What an applicant hears on the way to a decision. */
const steps = (title: string, text: (program: string) => string, path: string = page) => ({ title, text, path })

const words: Readonly<Record<EmailName, ReturnType<typeof steps>>> = {
  "application-received": steps("We have your application", (program) => `Your application for ${program} is here.`),
  "study-kit": steps("Your study kit is here", (program) => `Read it before the assessment for ${program}.`),
  "assessment-marked": steps(
    "Your assessment is marked",
    (program) => `See your points for ${program} and the next step.`,
  ),
  "assessment-again": steps("You may take the assessment again", (program) => `It is open once more for ${program}.`),
  "interview-booked": steps(
    "Your interview is booked",
    (program) => `The time and place for ${program} are on your page.`,
  ),
  "interview-cancelled": steps(
    "Your interview was cancelled",
    (program) => `Please choose another time for ${program}.`,
  ),
  "interview-reminder": steps(
    "Your interview is soon",
    (program) => `The time and place for ${program} are on your page.`,
  ),
  admitted: steps(
    "You are admitted",
    (program) => `There is a place for you in ${program}. Your page says until when it is kept.`,
  ),
  waitlisted: steps(
    "You are on the waiting list",
    (program) => `You hear from us when there is a place for you in ${program}.`,
  ),
  declined: steps("There is a decision", (program) => `A mail and your page say what was decided about ${program}.`),
  withdrawn: steps("Your application is closed", (program) => `Your application for ${program} is closed.`),
  enrolled: steps("You are in", (program) => `Your place in ${program} is yours.`, "/learn"),
  "dates-changed": steps(
    "The dates of your cohort changed",
    (program) => `A mail says what is different for ${program}.`,
  ),
  "tuition-reminder": steps(
    "Tuition is due soon",
    (program) => `A payment for ${program} is due within days.`,
    "/billing",
  ),
  "tuition-overdue": steps("Tuition is overdue", (program) => `A payment for ${program} is late.`, "/billing"),
}

const kindOf = (
  name: string,
  title: string,
  letters: readonly EmailName[],
): readonly [NoticeKind<LetterFacts & { letter: EmailName }>, readonly EmailName[]] => [
  noticeKind({
    ...usual,
    name,
    title,
    write: ({ letter, program }: LetterFacts & { letter: EmailName }) => {
      const said = words[letter]
      return { title: said.title, text: said.text(program), path: said.path }
    },
  }),
  letters,
]

const kinds = [
  kindOf("application", "Your application", [
    "application-received",
    "study-kit",
    "assessment-marked",
    "assessment-again",
    "withdrawn",
  ]),
  kindOf("interview", "Your interview", ["interview-booked", "interview-cancelled", "interview-reminder"]),
  kindOf("decision", "Your place: decisions and dates", [
    "admitted",
    "waitlisted",
    "declined",
    "enrolled",
    "dates-changed",
  ]),
  kindOf("tuition", "Tuition is due", ["tuition-reminder", "tuition-overdue"]),
]

/** Kinds of notices about applications and places. */
export const admissionNotices = kinds.map(([kind]) => kind)

/** The notice that goes with a letter. */
export function noticeOf(letter: EmailName): NoticeKind<LetterFacts & { letter: EmailName }> {
  const found = kinds.find(([, letters]) => letters.includes(letter))
  if (!found) throw new Error(`The letter ${letter} has no notice.`)
  return found[0]
}
