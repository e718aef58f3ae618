import { applicationFeeNaira, type Program, type ProgramPayment } from "./program.ts"

/** Words of a program that may be written anew for a cohort. */
export interface ProgramTexts {
  /** On its card. */
  card: string
  /** Under the name on its page. */
  hero: string
  /** Who needs this. */
  neededBy: string
  /** Above the last button of its page, and the words beside it. */
  callHeading: string
  callText: string
}

/** What of a program may differ from cohort to cohort. */
export interface ProgramTerms {
  /** Naira. */
  applicationFee: number
  tuition: ProgramPayment
  texts: ProgramTexts
}

/** What a cohort has of its own; null is what the catalogue says. */
export interface OwnTerms {
  applicationFeeNaira: number | null
  tuition: ProgramPayment | null
  texts: ProgramTexts | null
}

/** The terms of a cohort of a program. */
export function termsOf(program: Program, own: OwnTerms): ProgramTerms {
  return {
    applicationFee: own.applicationFeeNaira ?? Number(applicationFeeNaira),
    tuition: own.tuition ?? program.payment,
    texts: own.texts ?? {
      card: program.card_descpription_text,
      hero: program.hero_subtext,
      neededBy: program.needed_by,
      callHeading: program.call_to_action.heading,
      callText: program.call_to_action.description,
    },
  }
}

/** A program as its present cohort has it. @param terms absent while they are not known */
export function withTerms(program: Program, terms: ProgramTerms | undefined): Program {
  if (!terms) return program
  const { card, hero, neededBy, callHeading, callText } = terms.texts
  return {
    ...program,
    card_descpription_text: card,
    hero_subtext: hero,
    needed_by: neededBy,
    call_to_action: { heading: callHeading, description: callText },
    payment: terms.tuition,
  }
}
