import type { SignInProviderName } from "#contract/identity/sign-in-providers.ts"
import { apple } from "./apple/apple.ts"
import type { IdentityProviderDeclaration } from "./declaration.ts"
import { facebook } from "./facebook/facebook.ts"
import { github } from "./github/github.ts"
import { google } from "./google/google.ts"

/** The sign-in provider behind each name. */
export const identityProviders: Readonly<Record<SignInProviderName, IdentityProviderDeclaration>> = {
  google,
  apple,
  facebook,
  github,
}
