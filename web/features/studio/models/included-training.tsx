import { useQuery } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { shotAllowance } from "#contract/catalogue/trainings.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"

/** The order that includes the next training. */
interface IncludedTraining {
  reference: string
  /** "" where it is not known. */
  paidAt: string
}

/**
 * The order that includes the next training: the one that the address names, else the oldest that is unused.
 * @returns null where credits pay; undefined until it is known
 */
export function useIncludedTraining(reference: string): IncludedTraining | null | undefined {
  const oldest = useQuery(studioQuery).data?.includedTraining
  if (reference !== "") return { reference, paidAt: oldest?.tx_ref === reference ? oldest.paidAt : "" }
  return oldest && { reference: oldest.tx_ref, paidAt: oldest.paidAt }
}

/** Which order includes the training. */
export function IncludedNote({ order: { reference, paidAt } }: { order: IncludedTraining }): ReactElement {
  return (
    <p className="max-w-measure rounded-card bg-indigo-wash p-4">
      Included in{" "}
      <TextLink to={`/payment/${reference}`}>
        your Pro Studio order{paidAt !== "" && ` of ${formatDate(paidAt)}`}
      </TextLink>
      : this model and {shotAllowance.proStudio} pictures of it. No credits are taken.
    </p>
  )
}
