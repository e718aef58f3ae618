import type { Job } from "#server/declarations/job.ts"
import { sendOpenNotice } from "#server/features/academy/admissions/cohorts/open-job.ts"
import { confirmWaiting } from "#server/features/academy/admissions/cohorts/waiting.ts"
import { fillSeats } from "#server/features/academy/admissions/fill-seats-job.ts"
import { sendAdmissionEmail } from "#server/features/academy/admissions/sending/email-job.ts"
import { watchAdmissions } from "#server/features/academy/admissions/watch-job.ts"
import { tellNews } from "#server/features/academy/discussions/digest-job.ts"
import { watchDue } from "#server/features/academy/due/job.ts"
import { considerCertificates } from "#server/features/academy/learning/certificates.ts"
import { tellCohort, watchClasses } from "#server/features/academy/learning/cohort-notices-job.ts"
import { clearImageHost } from "#server/features/hosted/files/clear-image-host.ts"
import { forgetUploads } from "#server/features/hosted/files/forget-uploads.ts"
import { mailAccountChanged } from "#server/features/identity/accounts/changed-mail.ts"
import { sweepAccounts } from "#server/features/identity/accounts/sweep.ts"
import { sweepProviderSignIns } from "#server/features/identity/identities/sweep.ts"
import { callPerson, mailNotices } from "#server/features/identity/notices/deliver-jobs.ts"
import { sendNotices, sweepNotices } from "#server/features/identity/notices/send-job.ts"
import { mailSecret, textSecret } from "#server/features/identity/one-time-tokens/send-secret.ts"
import { mailInvitationLink } from "#server/features/identity/operators/invitation-mail.ts"
import { mailAccountDeleted } from "#server/features/identity/personal-data/account-deleted-mail.ts"
import { mailDataCopied } from "#server/features/identity/personal-data/data-copied-mail.ts"
import { mailFactor } from "#server/features/identity/second-factor/factor-mail.ts"
import { startRecovery } from "#server/features/identity/sign-in/recovery.ts"
import { forgetOrders } from "#server/features/money/payments/forget-orders.ts"
import { checkBooks, reconcileOrders, settleOrder } from "#server/features/money/payments/jobs.ts"
import { mailReceipt } from "#server/features/money/payments/receipt-mail.ts"
import { sendLateNotice } from "#server/features/money/payments/sandbox-webhook.ts"
import { mailPaymentTrouble } from "#server/features/money/payments/trouble-mail.ts"
import { rewardReferrals, sweepReferrals } from "#server/features/money/referrals/job.ts"
import { sweepClientErrors } from "#server/features/operations/client-errors/job.ts"
import { forwardMessage, mailHandout } from "#server/features/operations/contact/job.ts"
import { addModel } from "#server/features/operations/models/job.ts"
import { sweep, vacuum } from "#server/features/operations/system/jobs.ts"
import { keepTodayFigures } from "#server/features/operations/today/job.ts"
import { alarmOwner, tidyCalls } from "#server/features/studio/engines/job.ts"
import { readTrades } from "#server/features/studio/generations/read-trades-job.ts"
import { drawGuestTrial, sweepGuestTrials } from "#server/features/studio/guest-trial/job.ts"
import { mailTakedown } from "#server/features/studio/review/notice-job.ts"
import { releasePictures } from "#server/features/studio/review/release-job.ts"
import { abandonWork } from "#server/features/studio/runs/abandon-job.ts"
import { runJobs } from "#server/features/studio/runs/job.ts"
import { sweepRuns } from "#server/features/studio/runs/sweep.ts"
import { sweepShopVisits } from "#server/features/studio/shelf/job.ts"
import { sweepTrash } from "#server/features/studio/trash/job.ts"
import { sweepMedia } from "#server/media/sweep.ts"
import { runKinds } from "./run-kinds.ts"

/** Every feature's background work. */
export const jobs: readonly Job[] = [
  mailSecret,
  textSecret,
  startRecovery,
  sendAdmissionEmail,
  sendOpenNotice,
  confirmWaiting,
  fillSeats,
  watchAdmissions,
  watchDue,
  forwardMessage,
  mailHandout,
  sweepClientErrors,
  ...runJobs(runKinds),
  sweepRuns(runKinds),
  abandonWork,
  sweep,
  vacuum,
  addModel,
  mailAccountChanged,
  mailInvitationLink,
  mailFactor,
  drawGuestTrial,
  sweepGuestTrials,
  sweepShopVisits,
  mailAccountDeleted,
  mailDataCopied,
  sweepAccounts,
  sweepProviderSignIns,
  settleOrder,
  reconcileOrders,
  checkBooks,
  forgetOrders,
  mailReceipt,
  mailPaymentTrouble,
  sendLateNotice,
  rewardReferrals,
  sweepReferrals,
  sweepTrash,
  sweepMedia,
  forgetUploads,
  clearImageHost,
  alarmOwner,
  tidyCalls,
  mailTakedown,
  releasePictures,
  readTrades,
  keepTodayFigures,
  sendNotices,
  mailNotices,
  callPerson,
  sweepNotices,
  tellCohort,
  considerCertificates,
  watchClasses,
  tellNews,
]
