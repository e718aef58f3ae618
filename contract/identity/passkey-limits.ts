/** Passkeys of one person, characters of a name, and minutes in which a challenge is answered. */
export const passkeyLimits = { perPerson: 20, nameCharacters: 60, challengeMinutes: 10 } as const
