import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Check } from "lucide-react"
import { type ReactElement, useEffect, useRef, useState } from "react"
import type { z } from "zod"
import { getStudyKit, markKitRead } from "#contract/academy/learning.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatBytes } from "#web/lib/format/byte-size.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { FileList } from "./file-list.tsx"
import { Loaded } from "./loaded.tsx"
import { TextBlocks } from "./text-blocks.tsx"

const queryKey = ["getStudyKit"]

type StudyKit = z.output<typeof getStudyKit.reply>["data"]

/** /study-kits: what a confirmed applicant prepares with. */
export function StudyKitsScreen(): ReactElement {
  const queries = useQueryClient()
  const kit = useQuery({ queryKey, queryFn: async () => (await call(getStudyKit)).data })
  const read = useMutation({
    mutationFn: (item: string) => call(markKitRead, { params: { item } }),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  return (
    <div className="grid gap-8">
      <div className="grid gap-2">
        <h1 className="text-3xl">Study kit</h1>
        <p className="max-w-measure text-lg text-ink-soft">
          Four evenings of preparation. Everything can be read on a phone.
        </p>
      </div>
      <Loaded query={kit} title="The study kit did not load">
        {(data) => (
          <>
            <FileList files={data.files} onRead={(id) => read.mutate(id)} isBusy={read.isPending} />
            <SampleLesson lesson={data.lesson} isBusy={read.isPending} onRead={() => read.mutate("sample-lesson")} />
            <LinkButton to="/assessment" className="justify-self-start">
              Go on to the assessment
            </LinkButton>
            <p className="text-ink-soft">
              Is something missing for more than 24 hours after you paid?{" "}
              <TextLink to="/contact">Write to support</TextLink> and a person answers.
            </p>
          </>
        )}
      </Loaded>
    </div>
  )
}

/** @returns such as "1 minute 18 seconds" */
function lengthWords(seconds: number): string {
  const parts = [
    [Math.floor(seconds / 60), "minute"],
    [seconds % 60, "second"],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, word]) => `${count} ${word}${count === 1 ? "" : "s"}`)
    .join(" ")
}

interface SampleLessonProps {
  lesson: StudyKit["lesson"]
  isBusy: boolean
  onRead: () => void
}

function SampleLesson({ lesson, isBusy, onRead }: SampleLessonProps): ReactElement {
  const [shown, setShown] = useState<string | null>(null)
  const version = lesson.versions.find(({ id }) => id === shown)
  const [wasPressed, setPressed] = useState(false)
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The button that was pressed is gone.
    if (wasPressed && lesson.isRead) title.current?.focus()
  }, [wasPressed, lesson.isRead])
  return (
    <Card className="grid gap-5">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 grow">
          <h2 ref={title} tabIndex={-1} className="text-xl outline-none">
            {lesson.title}
          </h2>
          <p className="text-ink-soft tabular-nums">
            {lengthWords(lesson.seconds)}. Read by a computer voice. The text below says the same.
          </p>
        </div>
        {lesson.isRead && <Badge tone="leaf">Done</Badge>}
      </div>
      {version &&
        (version.mimeType.startsWith("video") ? (
          <video
            key={version.url}
            controls
            autoPlay
            src={version.url}
            className="w-full max-w-2xl rounded-card bg-cloth"
          >
            <track kind="captions" srcLang="en" label="English" src={lesson.captionsUrl} default />
          </video>
        ) : (
          <audio key={version.url} controls autoPlay src={version.url} className="w-full max-w-2xl">
            <track kind="captions" srcLang="en" label="English" src={lesson.captionsUrl} />
          </audio>
        ))}
      <div className="flex flex-wrap gap-3">
        {lesson.versions.map(({ id, title, byteSize }) => (
          <Button
            key={id}
            variant={id === shown ? "primary" : "secondary"}
            aria-pressed={id === shown}
            onClick={() => setShown(id)}
          >
            {title} ({formatBytes(byteSize)})
          </Button>
        ))}
        {version && (
          <a href={version.url} download className={buttonLook({ variant: "quiet" })}>
            Download
          </a>
        )}
      </div>
      <details className="grid gap-3">
        <summary className="min-h-11 cursor-pointer py-2 font-medium">Read it instead</summary>
        <TextBlocks blocks={lesson.blocks} />
      </details>
      {!lesson.isRead && (
        <Button
          variant="secondary"
          disabled={isBusy}
          className="justify-self-start"
          onClick={() => {
            setPressed(true)
            onRead()
          }}
        >
          <Check aria-hidden="true" />
          Mark as done
        </Button>
      )}
    </Card>
  )
}
