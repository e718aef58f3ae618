import type { Collections } from "#server/declarations/collection.ts"
import type { PersonalData } from "#server/declarations/personal-data.ts"
import { admissionData } from "#server/features/academy/admissions/personal-data.ts"
import { discussionData } from "#server/features/academy/discussions/personal-data.ts"
import { learningData } from "#server/features/academy/learning/personal-data.ts"
import { documentData } from "#server/features/hosted/documents/personal-data.ts"
import { fileData } from "#server/features/hosted/files/personal-data.ts"
import { accountData } from "#server/features/identity/accounts/personal-data.ts"
import { identityData } from "#server/features/identity/identities/personal-data.ts"
import { noticeData } from "#server/features/identity/notices/personal-data.ts"
import { passkeyData } from "#server/features/identity/passkeys/personal-data.ts"
import { profileData } from "#server/features/identity/profiles/personal-data.ts"
import { secondFactorData } from "#server/features/identity/second-factor/personal-data.ts"
import { creditData } from "#server/features/money/credits/personal-data.ts"
import { paymentData } from "#server/features/money/payments/personal-data.ts"
import { referralData } from "#server/features/money/referrals/personal-data.ts"
import { messageData } from "#server/features/operations/contact/personal-data.ts"
import { engagementData } from "#server/features/operations/engagements/personal-data.ts"
import { peopleData } from "#server/features/operations/people/personal-data.ts"
import { albumData } from "#server/features/studio/albums/personal-data.ts"
import { generationData } from "#server/features/studio/generations/personal-data.ts"
import { starData } from "#server/features/studio/own-pictures/personal-data.ts"
import { photoshootData } from "#server/features/studio/photoshoots/personal-data.ts"
import { privateLinkData } from "#server/features/studio/picture-pages/personal-data.ts"
import { reviewData } from "#server/features/studio/review/personal-data.ts"
import { runData } from "#server/features/studio/runs/personal-data.ts"
import { shelfData } from "#server/features/studio/shelf/personal-data.ts"
import { trainingData } from "#server/features/studio/trainings/personal-data.ts"
import { trashData } from "#server/features/studio/trash/personal-data.ts"
import { wordData } from "#server/features/studio/words/personal-data.ts"
import { runKinds } from "./run-kinds.ts"

/** What every feature keeps of a person. */
export function personalDataSources(collections: Collections): readonly PersonalData[] {
  return [
    accountData,
    identityData,
    secondFactorData,
    passkeyData,
    noticeData,
    admissionData,
    learningData,
    discussionData,
    creditData,
    paymentData,
    referralData,
    peopleData,
    messageData,
    engagementData,
    documentData(collections),
    runData(runKinds),
    // What others refer to comes in before them: uploads, then pictures.
    fileData,
    generationData(runKinds),
    profileData,
    starData,
    trainingData,
    photoshootData,
    trashData,
    albumData,
    privateLinkData,
    wordData,
    shelfData,
    reviewData,
  ]
}
