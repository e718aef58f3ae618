/** Longest prompt taken, in characters. */
export const maxPromptCharacters = 5_000
