/**
 * Accounts elsewhere with which people can sign in, by name: as SDK clients, addresses and records have it, and as people
 * read it; in the order in which their buttons stand. The compiler asks for a declaration in
 * server/adapters/identity-providers/all-providers.ts and for a logo in web/ui/media/provider-logo.tsx for each.
 */
export const signInProviders = { google: "Google", apple: "Apple", facebook: "Facebook", github: "GitHub" } as const

export type SignInProviderName = keyof typeof signInProviders

export const signInProviderNames = Object.keys(signInProviders) as SignInProviderName[]
