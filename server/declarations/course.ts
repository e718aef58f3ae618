/** What the server alone knows of a program: its folder has this, its questions, its lessons and its brochure's picture. */
export interface Course {
  /** Slug of its program. */
  programId: string
  /** Has `brochure.jpg`, and `lessons/` for the first module. */
  folder: URL
  /** The picture of its card, which `npm run imagery` draws. */
  picture: { prompt: string; alt: string }
  /** Phase and opening day of each topic of the outline, in its order; null opens with the enrolment. */
  calendar: readonly { phase: number; opensAfterDays: number | null }[]
  questions: readonly BankQuestion[]
}

/** A question of a bank, with what makes an answer right. */
export type BankQuestion = ChoiceQuestion | OpenQuestion

interface ChoiceQuestion {
  id: string
  kind: "single" | "several"
  text: string
  choices: readonly { id: string; text: string; isRight?: true }[]
}

interface OpenQuestion {
  id: string
  /** People mark words and pictures. */
  kind: "text" | "file"
  text: string
  /** What the marker looks for. */
  guide: string
}
