import type { Opening, ProviderDeclaration } from "#server/adapters/provider.ts"
import type { ImageHost } from "./port.ts"

export type ImageHostSetUp = Opening<ImageHost | null>

/** What the folder of an image host says of itself; all-providers.ts lists them. */
export type ImageHostDeclaration = ProviderDeclaration<ImageHostSetUp>
