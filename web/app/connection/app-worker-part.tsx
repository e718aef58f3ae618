import { useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useEffect, useState } from "react"
import { OutboxSender } from "#web/features/studio/generator/order/outbox-sender.ts"
import { watchAnswers } from "#web/lib/calls/watch-answers.ts"
import { registerAppWorker } from "#web/lib/session/app-worker.ts"
import { watchNewVersion } from "./new-version.ts"
import { NewVersionBar } from "./new-version-bar.tsx"

/** Has pages open without a network (the code not while data is saved), sends what waited for one, and tells whoever looks at an older version of a newer one. */
export function AppWorker({ userId, isSaving }: { userId: string; isSaving: boolean }): ReactElement {
  const [isOld, setIsOld] = useState(false)
  useEffect(() => {
    if (!isSaving) void registerAppWorker()
  }, [isSaving])
  const queries = useQueryClient()
  useEffect(() => watchAnswers(queries), [queries])
  useEffect(() => watchNewVersion(() => setIsOld(true)), [])
  return (
    <>
      <OutboxSender userId={userId} />
      {isOld && <NewVersionBar onClose={() => setIsOld(false)} />}
    </>
  )
}
