import { sendEmailCode } from "#server/features/accounts/email-codes.ts"
import { sayGoodbye } from "#server/features/accounts/goodbye.ts"
import { sendLink } from "#server/features/accounts/link-mail.ts"
import { startRecovery } from "#server/features/accounts/mail-links.ts"
import { sendCode } from "#server/features/accounts/phone-codes.ts"
import { sweepAccounts } from "#server/features/accounts/sweep.ts"
import { forwardMessage, mailSheet } from "#server/features/contact/job.ts"
import { alarmOwners, tidyCalls } from "#server/features/engines/job.ts"
import { sweepFiles } from "#server/features/files/sweep.ts"
import { drawOrder } from "#server/features/generations/job.ts"
import { removeFiles } from "#server/features/generations/remove-files.ts"
import { sweep } from "#server/features/system/jobs.ts"
import type { Job } from "./job.ts"

/** Every feature's background work. */
export const jobs: readonly Job[] = [
  sendLink,
  startRecovery,
  sendCode,
  sendEmailCode,
  forwardMessage,
  mailSheet,
  drawOrder,
  removeFiles,
  sweep,
  sayGoodbye,
  sweepAccounts,
  sweepFiles,
  alarmOwners,
  tidyCalls,
]
