import { sendEmailCode } from "#server/features/accounts/email-codes.ts"
import { sayGoodbye } from "#server/features/accounts/goodbye.ts"
import { sendLink } from "#server/features/accounts/link-mail.ts"
import { startRecovery } from "#server/features/accounts/mail-links.ts"
import { sendCode } from "#server/features/accounts/phone-codes.ts"
import { sweepAccounts } from "#server/features/accounts/sweep.ts"
import { sendLetter } from "#server/features/admissions/letter-job.ts"
import { tellOpen } from "#server/features/admissions/open-job.ts"
import { watchAdmissions } from "#server/features/admissions/watch-job.ts"
import { forwardMessage, mailSheet } from "#server/features/contact/job.ts"
import { forgetUploads } from "#server/features/files/forget-uploads.ts"
import { runJobs } from "#server/features/runs/job.ts"
import { sweepRuns } from "#server/features/runs/sweep.ts"
import { sweep } from "#server/features/system/jobs.ts"
import { sweepMedia } from "#server/media/sweep.ts"
import type { Job } from "./job.ts"
import { runKinds } from "./run-kinds.ts"

/** Every feature's background work. */
export const jobs: readonly Job[] = [
  sendLink,
  startRecovery,
  sendCode,
  sendEmailCode,
  sendLetter,
  tellOpen,
  watchAdmissions,
  forwardMessage,
  mailSheet,
  ...runJobs(runKinds),
  sweepRuns(runKinds),
  sweep,
  sayGoodbye,
  sweepAccounts,
  sweepMedia,
  forgetUploads,
]
