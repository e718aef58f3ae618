import { z } from "zod"
import type { Certificate } from "#contract/academy/learning.ts"
import { type Tx, transact } from "#server/db/open.ts"
import { job } from "#server/declarations/job.ts"
import type { Services } from "#server/declarations/services.ts"
import { completeEnrolment, placesOf, tuitionStateOf } from "#server/features/academy/admissions/service.ts"
import { lockAccount } from "#server/features/identity/accounts/service.ts"
import { tellPerson } from "#server/features/identity/notices/service.ts"
import { actWithLog, type Operator } from "#server/features/identity/operators/service.ts"
import { nameOf } from "#server/features/identity/profiles/service.ts"
import { AppError } from "#server/platform/errors.ts"
import { newPaperCode } from "#server/platform/security/random-letters.ts"
import { progressOf } from "./course-state.ts"
import { writeCertificate } from "./issued/certificate-pdf.ts"
import { findCertificate, insertCertificate, listActive, withdraw } from "./issued/certificate-queries.ts"
import { courseOf, type Place, programNameOf } from "./learner.ts"
import { certificateIssued } from "./notices.ts"

/**
 * Issues the certificate when everything required is done and the tuition is paid; does nothing otherwise, or when
 * there is one. Called in the transaction of whatever may have been the last step, which holds the learner's account.
 */
export async function considerCertificate(s: Services, tx: Tx, accountId: string): Promise<void> {
  // One lesson may be the last of two programs.
  for (const place of await placesOf(tx, accountId)) {
    if (place.status === "active") await considerPlace(s, tx, place)
  }
}

/**
 * Looks at everybody who learns in a program, or in any for what comes before all of them, once less is required: a lesson that
 * learners saw is gone. Queued with that change, so nobody waits for what will never come.
 */
export const considerCertificates = job({
  name: "learning.consider-certificates",
  payload: z.object({ programId: z.string().nullable() }),
  attempts: 5,
  timeLimitSeconds: 300,
  concurrency: () => 1,

  async run(s, { programId }, signal) {
    for (const accountId of await listActive(s.db, programId)) {
      signal.throwIfAborted()
      await transact(s.db, async (tx) => {
        // Who has deleted the account meanwhile needs none.
        if (await lockAccount(tx, accountId)) await considerCertificate(s, tx, accountId)
      })
    }
  },
})

async function considerPlace(s: Services, tx: Tx, place: Place): Promise<void> {
  const tuition = (await tuitionStateOf({ ...s, db: tx }, place.id)) ?? "ended"
  if (tuition !== "settled") return
  const modules = await courseOf(s, tx, place, tuition)
  if (!progressOf(modules).isComplete) return
  const code = newPaperCode()
  const program = programNameOf(place.programId)
  const isNew = await insertCertificate(tx, {
    code,
    accountId: place.accountId,
    enrolmentId: place.id,
    name: await nameOf(tx, place.accountId),
    programName: program,
    cohort: place.cohort,
    issuedAt: s.now(),
  })
  if (!isNew) return
  await completeEnrolment(s, tx, place.id)
  await tellPerson(s, tx, certificateIssued, { accountId: place.accountId, key: code, facts: { code, program } })
}

/** @param accountId who asks; null for a visitor. @throws AppError `not_found` */
export async function getCertificate(s: Services, code: string, accountId: string | null): Promise<Certificate> {
  const found = await findCertificate(s.db, code)
  if (!found) throw new AppError("not_found", "There is no certificate with this code.")
  const { name, programId, programName, cohort, issuedAt, withdrawnAt } = found
  const url = `${s.config.publicUrl}/certificate/${code}`
  return {
    code,
    name,
    programId,
    programName,
    cohort,
    issuedOn: issuedAt.toISOString().slice(0, 10),
    isWithdrawn: withdrawnAt !== null,
    isYours: found.accountId === accountId,
    url,
    qrUrl: `${s.config.publicUrl}/v1/avatars/qr?project=aworan&size=240&margin=1&text=${encodeURIComponent(url)}`,
  }
}

/** @throws AppError `not_found`; `step_not_allowed` for one that was withdrawn */
export async function certificatePdf(s: Services, code: string): Promise<Buffer> {
  const certificate = await getCertificate(s, code, null)
  if (certificate.isWithdrawn) throw new AppError("step_not_allowed", "This certificate was withdrawn.")
  return writeCertificate(certificate)
}

/** With its line of the operators' log in the same commit. @throws AppError `not_found` */
export async function withdrawCertificate(
  s: Services,
  operator: Operator,
  code: string,
  reason: string,
): Promise<void> {
  await actWithLog(s, operator, { action: "certificates.withdraw", reason }, async (tx) => {
    const withdrawn = await withdraw(tx, code, s.now(), reason)
    if (!withdrawn) throw new AppError("not_found", "There is no valid certificate with this code.")
    return { subjectId: withdrawn.accountId, detail: { about: code, before: "valid", after: "withdrawn" } }
  })
}
