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

/** Most that each kind of question brings. */
export const pointsOf = { single: 2, several: 3, text: 5, file: 5 } as const satisfies Record<
  BankQuestion["kind"],
  number
>
