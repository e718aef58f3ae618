/** The product's name. Nothing else spells it where a person reads it, so an owner can rename it in one place. */
export const product = {
  name: "Aworan",
  /** What it is in one sentence. */
  promise: "Pictures that sell, systems that run, people who can build both.",
  /** The last line of every public page. An owner puts the company behind the installation here. */
  legalLine: "© 2026 Aworan. Àwòrán is Yoruba for image.",
} as const
