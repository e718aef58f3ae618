/** Hosted models by what they are used for; each can be replaced with REPLICATE_MODELS. */
export const replicateModels = {
  pro: "black-forest-labs/flux-1.1-pro",
  ultra: "black-forest-labs/flux-1.1-pro-ultra",
  realism: "xlabs-ai/flux-dev-realism:39b3434f194f87a900d1bc2b6d4b983e90f0dde1d5022c27b52c143d670758fa",
  ghibsky: "aleksa-codes/flux-ghibsky-illustration:a9f94946fa0377091ac0bcfe61b0d62ad9a85224e4b421b677d4747914b908c0",
  "half-illustration":
    "davisbrown/flux-half-illustration:687458266007b196a490e79a77bae4b123c1792900e1cb730a51344887ad9832",
  cinestill: "adirik/flux-cinestill:216a43b9975de9768114644bbf8cd0cba54a923c6d0f65adceaccfc9383a938f",
  enlarger: "daanelson/real-esrgan-a100:f94d7ed4a1f7e1ffed0d51e4089e4911609d5eeee5e874ef323d2c7562624bed",
  "cut-out": "lucataco/remove-bg:95fcc2a26d3899cd6c2691c900465aaeff466285a65c14638cc5f36f34befaf1",
  describer: "methexis-inc/img2prompt:50adaf2d3ad20a6f911a8a9e3ccf777b263b8596fbd2c8fc26e8888f8a0edbb5",
  trainer: "ostris/flux-dev-lora-trainer",
} as const

export type ReplicateUse = keyof typeof replicateModels

/**
 * What one result costs at the provider, in US dollars, as of October 2026. Only flux-1.1-pro and ultra are on the vendor's
 * own lists; the styles are by resellers' lists, what is paid by the second (upscaler, remover, describer) is the most that
 * a usual run comes to, a picture of an own model runs like the styles.
 */
export const replicateDollars: Record<ReplicateUse, number> = {
  pro: 0.04,
  ultra: 0.06,
  realism: 0.03,
  ghibsky: 0.03,
  "half-illustration": 0.03,
  cinestill: 0.03,
  trainer: 0.03,
  enlarger: 0.01,
  "cut-out": 0.005,
  describer: 0.01,
}

/** What a training of a thousand steps costs there, in US dollars, as its users report. */
export const replicateTrainingDollars = 2
