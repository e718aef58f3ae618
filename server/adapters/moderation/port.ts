/** What a moderation service says of a text. */
export interface Verdict {
  isFlagged: boolean
  /** Names of what it found, as the service calls them. */
  categories: string[]
}

/** Looks through texts before anything is drawn from them. One implementation per service, each in a folder of its own. */
export interface Moderation {
  /** `none` finds nothing: only the installation's own list counts. */
  readonly kind: string
  /** @throws ProviderFailure when the service gives no verdict */
  check(text: string): Promise<Verdict>
}

/** No service is set up. */
export const noModeration: Moderation = {
  kind: "none",
  check: async () => ({ isFlagged: false, categories: [] }),
}
