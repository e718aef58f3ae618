/** The product with the collections of conformance tests beside its own; benches write into them. */
import { start } from "#server/start.ts"
import { conformanceCollections } from "#server/testing/conformance-collections.ts"

start(process.env, { otherCollections: conformanceCollections })
