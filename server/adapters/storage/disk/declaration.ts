import { resolve } from "node:path"
import type { StorageDeclaration } from "#server/adapters/storage/declaration.ts"
import { createDiskStorage } from "./disk.ts"

export const disk: StorageDeclaration = {
  kind: "disk",
  about: " (under DATA_DIR)",
  settings: [],
  read: ({ dataDir }) => ({
    kind: "disk",
    isOnOwnDisk: true,
    open: () => createDiskStorage(resolve(dataDir, "files")),
  }),
}
