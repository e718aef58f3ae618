import { openFakeProviders } from "#server/testing/services/identity-provider.ts"

/** Sign-in providers as a process of their own, for journeys in a browser: the product's address, then the port. */
const [publicUrl = "", port = ""] = process.argv.slice(2)
await openFakeProviders(publicUrl, Number(port))
