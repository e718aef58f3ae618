import type { SignInProviderName } from "#contract/identity/sign-in-providers.ts"

/** What a provider says of a person who signed in there. */
export interface ProviderPerson {
  /** Names the person at the provider for ever; addresses and names change. */
  uid: string
  /** In lower case; null when the provider tells none. */
  email: string | null
  /** The provider says that this person owns the address. */
  isEmailVerified: boolean
  name: string
}

/** Secrets of one sign-in, known to the browser that began it and to nobody else. */
export interface SignInSecrets {
  state: string
  nonce: string
  codeVerifier: string
}

/** Lets people sign in with an account elsewhere. One implementation per provider, each in a folder of its own. */
export interface IdentityProvider {
  /** As SDK clients and our addresses name it. */
  readonly name: SignInProviderName
  /** As people read it. */
  readonly title: string
  /** Whether the answer comes as a form from the provider's own site, which carries no cookies of ours but special ones. */
  readonly answersByForm: boolean
  /**
   * @param scopes asked for besides those that signing in needs
   * @returns the page of the provider to which the browser goes
   * @throws AppError `user_oauth2_provider_error` when the provider cannot be reached
   */
  pageFor(start: SignInSecrets & { redirectUri: string; scopes: readonly string[] }): Promise<URL>
  /**
   * Reads the provider's answer, exchanges its code and asks who it was.
   * @param answer the redirect address with everything the provider put into the query, or the same from its form
   * @throws AppError `user_oauth2_provider_error`, `user_oauth2_bad_request`, `user_oauth2_unauthorized`
   */
  personOf(answer: URL, secrets: SignInSecrets): Promise<ProviderPerson>
}

/** Those that are set up, by name. */
export type IdentityProviders = ReadonlyMap<string, IdentityProvider>
