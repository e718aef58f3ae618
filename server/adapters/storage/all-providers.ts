import type { StorageDeclaration } from "./declaration.ts"
import { disk } from "./disk/declaration.ts"
import { s3 } from "./s3/declaration.ts"

/** Everybody who can store pictures and files. */
export const storageProviders: readonly [StorageDeclaration, ...StorageDeclaration[]] = [disk, s3]
