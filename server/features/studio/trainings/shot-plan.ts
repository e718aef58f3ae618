import { type ShootStyle, styles } from "#contract/catalogue/styles.ts"

/** What a run for one picture of a shoot is given. */
export interface ShotInput {
  trainingId: string
  /** Name of the set, out of the style's templates. */
  template: string
  prompt: string
  /** Number of the picture among all of its model: the view changes with it. */
  number: number
  /** Whether it is paid for already. */
  isIncluded: boolean
}

/**
 * The next pictures of a model: every template of the style in turn.
 * @param taken how many were planned before
 * @param most at most so many; never more than one round of templates at a time
 */
export function planShots(
  training: { id: string; triggerWord: string },
  style: ShootStyle | undefined,
  taken: number,
  most: number,
): ShotInput[] {
  const { templates } = style ?? styles[0] ?? { templates: [] }
  return Array.from({ length: Math.min(most, templates.length) }, (_, index) => {
    const number = taken + index
    const template = templates[number % templates.length]
    const thing = `${training.triggerWord}${style ? `, ${style.thing}` : ""}`
    return {
      trainingId: training.id,
      template: template?.name ?? "",
      prompt: (template?.prompt ?? "").replace("{thing}", thing),
      number,
      isIncluded: true,
    }
  })
}
