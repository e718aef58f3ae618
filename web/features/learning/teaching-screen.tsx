import type { ReactElement } from "react"
import { useState } from "react"
import { Tabs } from "#web/ui/tabs.tsx"
import { CertificateWithdrawal } from "./certificate-withdrawal.tsx"
import { LessonEditor } from "./lesson-editor.tsx"
import { MarkingList } from "./marking-list.tsx"
import { TeachingCalendar } from "./teaching-calendar.tsx"

type Tab = "tasks" | "lessons" | "classes" | "certificates"

/** /operator/learning: what teaching staff do. */
export function TeachingScreen(): ReactElement {
  const [tab, setTab] = useState<Tab>("tasks")
  return (
    <div className="grid gap-6">
      <h1 className="text-3xl">Teaching</h1>
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
