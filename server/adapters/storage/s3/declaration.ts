import type { StorageDeclaration } from "#server/adapters/storage/declaration.ts"
import { tryS3 } from "./live-trial.ts"
import { createS3Storage } from "./s3.ts"
import { readS3, s3Needs, s3Settings } from "./settings.ts"

export const s3: StorageDeclaration = {
  kind: "s3",
  about: " (needs the four S3 settings below)",
  settings: s3Settings,
  needs: s3Needs,
  read(reader) {
    const settings = readS3(reader)
    return {
      kind: "s3",
      isOnOwnDisk: false,
      open: () => createS3Storage(settings),
      liveTrial: () => tryS3(settings),
    }
  },
}
