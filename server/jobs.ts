import { sweepAccounts } from "#server/features/accounts/sweep.ts"
import { forwardMessage, mailSheet } from "#server/features/contact/job.ts"
import { sweepFiles } from "#server/features/files/sweep.ts"
import { drawOrder } from "#server/features/generations/job.ts"
import { removeFiles } from "#server/features/generations/remove-files.ts"
import { sweepProviderSignIns } from "#server/features/identities/sweep.ts"
import { sendSecret } from "#server/features/one-time-tokens/send-secret.ts"
import { mailAccountDeleted } from "#server/features/personal-data/account-deleted-mail.ts"
import { startRecovery } from "#server/features/sign-in/recovery.ts"
import { sweep } from "#server/features/system/jobs.ts"
import type { Job } from "./job.ts"

/** Every feature's background work. */
export const jobs: readonly Job[] = [
  sendSecret,
  startRecovery,
  forwardMessage,
  mailSheet,
  drawOrder,
  removeFiles,
  sweep,
  mailAccountDeleted,
  sweepAccounts,
  sweepProviderSignIns,
  sweepFiles,
]
