import { useQuery } from "@tanstack/react-query"
import { lazy, type ReactElement, Suspense } from "react"
import { journeyQuery } from "#web/lib/academy/journey.ts"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { loadPart } from "#web/ui/overlay/load-error.ts"

const OtherProgram = lazy(() => loadPart(async () => ({ default: (await import("./other-program.tsx")).OtherProgram })))

/** Applications and places that a newer application stands before; nothing when there are none. */
export function OtherPrograms(): ReactElement | null {
  const { data: journey } = useQuery(journeyQuery)
  if (!journey || journey.others.length === 0) return null
  return (
    <section aria-labelledby="other-programs" className="grid max-w-3xl gap-6">
      <h2 id="other-programs" className="text-2xl">
        Your other programs
      </h2>
      <Suspense fallback={<Skeleton className="h-48" />}>
        {journey.others.map((other) => (
          <OtherProgram key={other.application.id} {...other} />
        ))}
      </Suspense>
    </section>
  )
}
