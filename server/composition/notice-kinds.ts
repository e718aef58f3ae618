import type { NoticeKind } from "#server/declarations/notice.ts"
import { admissionNotices } from "#server/features/academy/admissions/emails/notices.ts"
import {
  accepted,
  answered,
  digest,
  entryReportDecided,
  hidden,
  mentioned,
} from "#server/features/academy/discussions/notices.ts"
import { assessmentDue, taskDue, timesOpen } from "#server/features/academy/due/notices.ts"
import {
  announced,
  certificateIssued,
  classCancelled,
  classMoved,
  classNotices,
  classPlanned,
  taskMarked,
} from "#server/features/academy/learning/notices.ts"
import { howItGoes } from "#server/features/academy/queue/notices.ts"
import { moneyBack, paymentArrived, paymentTrouble } from "#server/features/money/payments/notices.ts"
import { pictureDecided, reportDecided } from "#server/features/studio/review/notices.ts"
import { workDone, workFailed } from "#server/features/studio/runs/notices.ts"
import { shopDecided } from "#server/features/studio/shelf/notices.ts"
import { modelReady } from "#server/features/studio/trainings/notices.ts"

/** Of what people are told, in the order in which their settings show it. */
export const noticeKinds: readonly NoticeKind<never>[] = [
  workDone,
  workFailed,
  modelReady,
  moneyBack,
  paymentArrived,
  paymentTrouble,
  ...admissionNotices,
  assessmentDue,
  timesOpen,
  classNotices.day,
  classNotices.hour,
  classNotices.now,
  classPlanned,
  classMoved,
  classCancelled,
  taskDue,
  taskMarked,
  howItGoes,
  announced,
  certificateIssued,
  mentioned,
  answered,
  accepted,
  hidden,
  entryReportDecided,
  digest,
  pictureDecided,
  reportDecided,
  shopDecided,
]
