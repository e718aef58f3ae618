/** Languages of the list of blocked words, by their codes. */
export const wordLanguages = {
  en: "English",
  pcm: "Nigerian Pidgin",
  yo: "Yoruba",
  ha: "Hausa",
  ig: "Igbo",
  fr: "French",
  any: "Other or any",
} as const

export type WordLanguage = keyof typeof wordLanguages

/** The codes, in the order in which screens show them. */
export const wordLanguageCodes = Object.keys(wordLanguages) as [WordLanguage, ...WordLanguage[]]
