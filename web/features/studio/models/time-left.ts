import type { Model } from "#contract/studio/trainings.ts"

/** How far a model is, and about how long it will take, in words. */
export function timeLeft(
  model: Pick<Model, "progress" | "data_created" | "shots" | "openShots" | "trainingStatus">,
): string {
  if (model.trainingStatus === "preparing_photoshoot") {
    return `${model.shots} of ${model.shots + model.openShots} pictures`
  }
  if (model.progress < 0.05) return "Waiting for its turn"
  const spent = Date.now() - Date.parse(model.data_created)
  const seconds = Math.max(5, (spent * (1 - model.progress)) / model.progress / 1_000)
  if (seconds > 3_600) return "More than an hour left"
  return seconds < 60 ? "Less than a minute left" : `About ${Math.round(seconds / 60)} minutes left`
}
