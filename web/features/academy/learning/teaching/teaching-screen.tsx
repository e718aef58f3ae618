import type { ReactElement } from "react"
import { useState } from "react"
import { listClassesCsv, listHandedInCsv, listModulesCsv } from "#contract/academy/teaching.ts"
import { CsvLink } from "#web/content/lists/csv-link.tsx"
import { Tabs } from "#web/ui/layout/tabs.tsx"
import { CertificateWithdrawal } from "./certificate-withdrawal.tsx"
import { LessonEditor } from "./lesson-editor.tsx"
import { MarkingList } from "./marking-list.tsx"
import { TeachingCalendar } from "./teaching-calendar.tsx"

type Tab = "tasks" | "lessons" | "classes" | "certificates"

/** The list of each part as a file. Certificates are found one by one. */
const csvOf = { tasks: listHandedInCsv, lessons: listModulesCsv, classes: listClassesCsv } as const

/** /operator/learning: what teaching staff do. */
export function TeachingScreen(): ReactElement {
  const [tab, setTab] = useState<Tab>("tasks")
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Teaching</h1>
        {tab !== "certificates" && <CsvLink address={csvOf[tab].path} />}
      </div>
      <Tabs
        label="Teaching"
        value={tab}
        onPick={setTab}
        tabs={[
          { value: "tasks", label: "Tasks", content: <MarkingList /> },
          { value: "lessons", label: "Lessons", content: <LessonEditor /> },
          { value: "classes", label: "Classes and news", content: <TeachingCalendar /> },
          { value: "certificates", label: "Certificates", content: <CertificateWithdrawal /> },
        ]}
      />
    </div>
  )
}
