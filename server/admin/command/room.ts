import { fileQuota } from "#contract/hosted/files.ts"
import type { Db } from "#server/db/open.ts"
import { findUsage } from "#server/features/hosted/files/service.ts"

const megabyte = 1_000_000

/** How much of their room a person has taken, and how much anybody may take, in words; and whether that is too much. */
export async function roomOf(db: Db, accountId: string): Promise<{ kept: string; most: string; isOver: boolean }> {
  const { files, bytes } = (await findUsage(db, accountId)) ?? { files: 0, bytes: "0" }
  return {
    kept: `${files} files and ${Math.ceil(Number(bytes) / megabyte)} MB`,
    most: `${fileQuota.files} files and ${fileQuota.bytes / megabyte} MB`,
    isOver: files > fileQuota.files || Number(bytes) > fileQuota.bytes,
  }
}
