import type { z } from "zod"
import type { CertificateFilters, StaffCertificate } from "#contract/academy/teaching.ts"
import type { Services } from "#server/declarations/services.ts"
import { csvPageRows, csvPages } from "#server/platform/documents/csv.ts"
import { type CertificateFilter, listIssued } from "./certificate-queries.ts"

/** Certificates of a list at most; a search or the file has the others. */
const shown = 200

type Row = Awaited<ReturnType<typeof listIssued>>[number]

function toFilter({ state, search }: z.output<typeof CertificateFilters>): CertificateFilter {
  return { state: state ?? null, search }
}

/** What was issued and what was withdrawn of it, the newest first. */
export async function listCertificates(
  s: Pick<Services, "db">,
  filter: z.output<typeof CertificateFilters>,
): Promise<StaffCertificate[]> {
  const rows = await listIssued(s.db, toFilter(filter), shown)
  return rows.map(({ code, name, programName, cohort, issuedAt, withdrawnAt, withdrawnBecause }) => ({
    code,
    name,
    programName,
    cohort,
    withdrawnBecause,
    issuedAt: issuedAt.toISOString(),
    withdrawnAt: withdrawnAt?.toISOString() ?? "",
  }))
}

/** The same, all of them, as lines of a table. */
export function certificateLines(
  s: Pick<Services, "db">,
  filter: z.output<typeof CertificateFilters>,
): AsyncGenerator<string> {
  return csvPages<Row>(
    ["code", "name", "program", "cohort", "issued", "withdrawn", "why"],
    csvPageRows,
    (last) => listIssued(s.db, toFilter(filter), csvPageRows, last),
    ({ code, name, programName, cohort, issuedAt, withdrawnAt, withdrawnBecause }) => [
      ...[code, name, programName, cohort, issuedAt.toISOString(), withdrawnAt?.toISOString() ?? "", withdrawnBecause],
    ],
  )
}
