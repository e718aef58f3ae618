import { accountData } from "#server/features/accounts/personal-data.ts"
import { admissionData } from "#server/features/admissions/personal-data.ts"
import { messageData } from "#server/features/contact/personal-data.ts"
import { contractData } from "#server/features/contracts/personal-data.ts"
import { creditData } from "#server/features/credits/personal-data.ts"
import { documentData } from "#server/features/documents/personal-data.ts"
import { fileData } from "#server/features/files/personal-data.ts"
import { generationData } from "#server/features/generations/personal-data.ts"
import { learningData } from "#server/features/learning/personal-data.ts"
import { starData } from "#server/features/own-pictures/personal-data.ts"
import { paymentData } from "#server/features/payments/personal-data.ts"
import { peopleData } from "#server/features/people/personal-data.ts"
import { photoshootData } from "#server/features/photoshoots/personal-data.ts"
import { referralData } from "#server/features/referrals/personal-data.ts"
import { reviewData } from "#server/features/review/personal-data.ts"
import { runData } from "#server/features/runs/personal-data.ts"
import { secondFactorData } from "#server/features/second-factor/personal-data.ts"
import { trainingData } from "#server/features/trainings/personal-data.ts"
import { collectionsOf } from "./collections.ts"
import type { Config } from "./config.ts"
import type { PersonalData } from "./personal-data.ts"
import { runKinds } from "./run-kinds.ts"

/** What every feature keeps of a person. */
export function personalDataSources(config: Config): readonly PersonalData[] {
  return [
    accountData,
    secondFactorData,
    admissionData,
    learningData,
    creditData,
    paymentData,
    referralData,
    peopleData,
    messageData,
    contractData,
    documentData(collectionsOf(config)),
    runData(runKinds),
    generationData,
    starData,
    trainingData,
    photoshootData,
    reviewData,
    fileData,
  ]
}
