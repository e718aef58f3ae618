import { mailAccountChanged } from "#server/features/accounts/changed-mail.ts"
import { sweepAccounts } from "#server/features/accounts/sweep.ts"
import { fillSeats } from "#server/features/admissions/fill-seats-job.ts"
import { sendLetter } from "#server/features/admissions/letter-job.ts"
import { tellOpen } from "#server/features/admissions/open-job.ts"
import { confirmWaiting } from "#server/features/admissions/waiting.ts"
import { watchAdmissions } from "#server/features/admissions/watch-job.ts"
import { sweepClientErrors } from "#server/features/client-errors/job.ts"
import { forwardMessage, mailSheet } from "#server/features/contact/job.ts"
import { alarmOwner, tidyCalls } from "#server/features/engines/job.ts"
import { clearImageHost } from "#server/features/files/clear-image-host.ts"
import { forgetUploads } from "#server/features/files/forget-uploads.ts"
import { readTrades } from "#server/features/generations/read-trades-job.ts"
import { sweepProviderSignIns } from "#server/features/identities/sweep.ts"
import { mailSecret, textSecret } from "#server/features/one-time-tokens/send-secret.ts"
import { forgetOrders } from "#server/features/payments/forget-orders.ts"
import { checkBooks, reconcileOrders, settleOrder } from "#server/features/payments/jobs.ts"
import { mailReceipt } from "#server/features/payments/receipt-mail.ts"
import { sendLateNotice } from "#server/features/payments/sandbox-notices.ts"
import { mailAccountDeleted } from "#server/features/personal-data/account-deleted-mail.ts"
import { mailDataCopied } from "#server/features/personal-data/data-copied-mail.ts"
import { rewardReferrals, sweepReferrals } from "#server/features/referrals/job.ts"
import { mailTakedown } from "#server/features/review/notice-job.ts"
import { releasePictures } from "#server/features/review/release-job.ts"
import { abandonWork } from "#server/features/runs/abandon-job.ts"
import { runJobs } from "#server/features/runs/job.ts"
import { sweepRuns } from "#server/features/runs/sweep.ts"
import { mailFactor } from "#server/features/second-factor/factor-mail.ts"
import { startRecovery } from "#server/features/sign-in/recovery.ts"
import { sweep, vacuum } from "#server/features/system/jobs.ts"
import { keepTodayFigures } from "#server/features/today/job.ts"
import { drawTry, sweepTries } from "#server/features/tries/job.ts"
import { sweepMedia } from "#server/media/sweep.ts"
import type { Job } from "./job.ts"
import { runKinds } from "./run-kinds.ts"

/** Every feature's background work. */
export const jobs: readonly Job[] = [
  mailSecret,
  textSecret,
  startRecovery,
  sendLetter,
  tellOpen,
  confirmWaiting,
  fillSeats,
  watchAdmissions,
  forwardMessage,
  mailSheet,
  sweepClientErrors,
  ...runJobs(runKinds),
  sweepRuns(runKinds),
  abandonWork,
  sweep,
  vacuum,
  mailAccountChanged,
  mailFactor,
  drawTry,
  sweepTries,
  mailAccountDeleted,
  mailDataCopied,
  sweepAccounts,
  sweepProviderSignIns,
  settleOrder,
  reconcileOrders,
  checkBooks,
  forgetOrders,
  mailReceipt,
  sendLateNotice,
  rewardReferrals,
  sweepReferrals,
  sweepMedia,
  forgetUploads,
  clearImageHost,
  alarmOwner,
  tidyCalls,
  mailTakedown,
  releasePictures,
  readTrades,
  keepTodayFigures,
]
