import type { Model } from "#contract/studio/trainings.ts"
import type { StudioMode } from "./order/use-studio-order.ts"

/** A model of one's own as the generator screen knows modes. @param feeCredits per picture */
export function ownModelMode(model: Model, feeCredits: number): StudioMode {
  const { triggerWord } = model
  return {
    trainingId: model.id,
    slug: triggerWord,
    title: model.title,
    text: "Your own product, in the place and light that you name.",
    feeCredits,
    path: model.url ?? "",
    screen: "/generations/flux",
    format: "webp",
    reply: "list",
    canChooseCount: true,
    canBeRaw: false,
    style: "plain",
    // As the engine that trained it adds it, where the words do not name the product.
    compose: (prompt) => (prompt.includes(triggerWord) ? prompt : `${triggerWord} ${prompt}`),
    examples: [
      `a photo of ${triggerWord} on a beach at golden hour`,
      `a photo of ${triggerWord} on a marble surface, soft light`,
      `a photo of ${triggerWord} in a city street at night, neon light`,
    ],
  }
}

/** The words that the form begins with. */
export function defaultPrompt(triggerWord: string): string {
  return `a photo of ${triggerWord}`
}
