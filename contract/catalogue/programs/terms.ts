import { applicationFeeNaira, type Program, type ProgramPayment } from "#contract/catalogue/program.ts"

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
  /** Days and hours of the live classes, in the academy's time; "" while nobody has set them. */
  classTimes: string
  /** Who teaches, a person in each line; "" while nobody is named. */
  teachers: string
  /** What a phone, a laptop and a week's megabytes are needed for; "" while nobody has measured. */
  needs: string
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
  texts: Partial<ProgramTexts> | null
}

/** The terms of a cohort of a program. */
export function termsOf(program: Program, own: OwnTerms): ProgramTerms {
  return {
    applicationFee: own.applicationFeeNaira ?? Number(applicationFeeNaira),
    tuition: own.tuition ?? program.payment,
    texts: {
      card: program.card_descpription_text,
      hero: program.hero_subtext,
      neededBy: program.needed_by,
      callHeading: program.call_to_action.heading,
      callText: program.call_to_action.description,
      classTimes: "",
      teachers: "",
      needs: "",
      // What was written before there were as many fields has only some of them.
      ...own.texts,
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
