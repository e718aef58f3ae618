import type { ReactElement } from "react"
import { z } from "zod"
import { listClassesCsv, listHandedInCsv, listModulesCsv } from "#contract/academy/teaching.ts"
import { mayOperate } from "#contract/identity/operator-rights.ts"
import { CsvLink } from "#web/content/lists/csv-link.tsx"
import { useFilters } from "#web/lib/page/use-filters.ts"
import { useOwnRole } from "#web/lib/session/own-role.ts"
import { Tabs } from "#web/ui/layout/tabs.tsx"
import { CertificateDesk } from "./certificate-desk.tsx"
import { CohortProgress } from "./cohort-progress.tsx"
import { DiscussionDesk } from "./discussion-desk.tsx"
import { LessonEditor } from "./lesson-editor.tsx"
import { TeachingCalendar } from "./teaching-calendar.tsx"
import { TeachingQueue } from "./teaching-queue.tsx"

/** The parts of the page, which its address names; what waits without a name. */
const Parts = z.object({ part: z.enum(["queue", "learners", "lessons", "classes", "discussion", "certificates"]) })
type Tab = z.infer<typeof Parts>["part"]

/** The list of each part as a file; learners and certificates have theirs beside their filters. */
const csvOf: Partial<Record<Tab, { path: string }>> = {
  queue: listHandedInCsv,
  lessons: listModulesCsv,
  classes: listClassesCsv,
}

/** /operator/learning: what teaching staff do. */
export function TeachingScreen(): ReactElement {
  const { values, set } = useFilters(Parts)
  const seesCertificates = mayOperate(useOwnRole(), "certificates")
  const isOpen = values.part !== "certificates" || seesCertificates
  const tab = (isOpen && values.part) || "queue"
  const csv = csvOf[tab]
  return (
    <div className="grid gap-6">
      <div className="flex min-h-11 flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Teaching</h1>
        {csv && <CsvLink address={csv.path} />}
      </div>
      <Tabs
        label="Teaching"
        value={tab}
        onPick={(part) => set("part", part === "queue" ? "" : part)}
        tabs={[
          { value: "queue", label: "What waits", content: <TeachingQueue /> },
          { value: "learners", label: "Learners", content: <CohortProgress /> },
          { value: "lessons", label: "Lessons", content: <LessonEditor /> },
          { value: "classes", label: "Classes and news", content: <TeachingCalendar /> },
          { value: "discussion", label: "Discussion", content: <DiscussionDesk /> },
          ...(seesCertificates
            ? [{ value: "certificates" as const, label: "Certificates", content: <CertificateDesk /> }]
            : []),
        ]}
      />
    </div>
  )
}
