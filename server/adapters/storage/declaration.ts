import type { Opening, ProviderDeclaration } from "#server/adapters/provider.ts"
import type { Storage } from "./port.ts"

/** What the folder of a storage says of itself; all-providers.ts lists them. */
export type StorageDeclaration = ProviderDeclaration<StorageSetUp>

export interface StorageSetUp extends Opening<Storage> {
  /** Whether files take room on the disk of the data folder. */
  isOnOwnDisk: boolean
}
