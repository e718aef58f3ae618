/** The product's name. Nothing else spells it where a person reads it, so an owner can rename it in one place. */
export const product = {
  name: "Aworan",
  /** What it is in one sentence. */
  promise: "Pictures that sell, systems that run, people who can build both.",
} as const
