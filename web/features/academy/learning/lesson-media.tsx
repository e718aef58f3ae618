import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Download } from "lucide-react"
import { type ReactElement, useState } from "react"
import type { Lesson } from "#contract/academy/learning.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { formatBytes } from "#web/lib/format/byte-size.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { Card } from "#web/ui/layout/card.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { keepLesson, listStoredFiles } from "./offline/offline-lessons.ts"

interface LessonMediaProps {
  reader: string
  lesson: Lesson
  /** Whether a copy is shown, of which the files may not be on this device. */
  isCopy: boolean
  /** Where kept files are, by their address. */
  kept: Readonly<Record<string, string>>
}

/** Sounds, films in sizes and papers of a lesson: what each takes, to play or open, and to keep for offline when asked. */
export function LessonMedia({ reader, lesson, isCopy, kept }: LessonMediaProps): ReactElement | null {
  const [playedId, setPlayedId] = useState<string | null>(null)
  const here = isCopy ? lesson.files.filter(({ url }) => kept[url] !== undefined) : lesson.files
  const played = here.find(({ fileId }) => fileId === playedId)
  if (lesson.files.length === 0) return null
  return (
    <Card className="grid max-w-measure gap-4">
      <h2 className="text-xl">To hear, watch or open</h2>
      {played && <Player key={played.url} mimeType={played.mimeType} src={kept[played.url] ?? played.url} />}
      <div className="flex flex-wrap gap-3">
        {here.map(({ fileId, title, mimeType, byteSize, url }) =>
          isPlayable(mimeType) ? (
            <Button
              key={fileId}
              variant={fileId === playedId ? "primary" : "secondary"}
              aria-pressed={fileId === playedId}
              onClick={() => setPlayedId(fileId)}
            >
              {title} ({formatBytes(byteSize)})
            </Button>
          ) : (
            <a
              key={fileId}
              href={kept[url] ?? url}
              target="_blank"
              rel="noreferrer"
              className={buttonLook({ variant: "secondary" })}
            >
              {title} ({formatBytes(byteSize)})
            </a>
          ),
        )}
      </div>
      {isCopy ? (
        here.length < lesson.files.length && (
          <p className="text-ink-soft">What is not kept on this device opens when you are online.</p>
        )
      ) : (
        <KeepFiles reader={reader} lesson={lesson} />
      )}
    </Card>
  )
}

const isPlayable = (mimeType: string): boolean => /^(?:audio|video)\//.test(mimeType)

function Player({ mimeType, src }: { mimeType: string; src: string }): ReactElement {
  return mimeType.startsWith("video/") ? (
    // biome-ignore lint/a11y/useMediaCaption: the lesson's text says what the film says
    <video controls autoPlay src={src} className="w-full rounded-card bg-cloth" />
  ) : (
    // biome-ignore lint/a11y/useMediaCaption: the lesson's text says what the sound says
    <audio controls autoPlay src={src} className="w-full" />
  )
}

/** The words are kept anyway; these may be large, so the learner says so. */
function KeepFiles({ reader, lesson }: Pick<LessonMediaProps, "reader" | "lesson">): ReactElement | null {
  const queries = useQueryClient()
  const queryKey = ["storedFiles", lesson.id]
  const { data: kept } = useQuery({
    queryKey,
    queryFn: () => listStoredFiles(reader, lesson.id),
    enabled: reader !== "",
    networkMode: "always",
  })
  const keep = useMutation({
    mutationFn: () => keepLesson(reader, lesson, { withFiles: true }),
    onSuccess: (isKept) =>
      isKept ? notify.success("Kept on this device.") : notify.error("This browser keeps nothing for offline."),
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  if (kept === undefined) return null
  const missing = lesson.files.filter(({ url }) => !kept.includes(url))
  if (missing.length === 0) return <p className="text-ink-soft">These are kept on this device too.</p>
  const bytes = missing.reduce((sum, { byteSize }) => sum + byteSize, 0)
  return (
    <Button variant="quiet" busy={keep.isPending} onClick={() => keep.mutate()} className="justify-self-start">
      <Download aria-hidden="true" />
      Keep these for offline too ({formatBytes(bytes)})
    </Button>
  )
}
