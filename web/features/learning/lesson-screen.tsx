import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { ArrowLeft, ArrowRight, Check, Download } from "lucide-react"
import type { ReactElement } from "react"
import { useParams } from "react-router"
import { getLesson, type Lesson } from "#contract/product/learning.ts"
import { messageOf, noAnswerMessage } from "#web/lib/api-error.ts"
import { call } from "#web/lib/call.ts"
import { Badge } from "#web/ui/badge.tsx"
import { Button } from "#web/ui/button.tsx"
import { buttonLook } from "#web/ui/button-look.ts"
import { LinkButton } from "#web/ui/link-button.tsx"
import { TextLink } from "#web/ui/text-link.tsx"
import { notify } from "#web/ui/toast.tsx"
import { Loaded } from "./loaded.tsx"
import { Quiz } from "./quiz.tsx"
import { markLessonDone } from "./saved-progress.ts"
import { Task } from "./task.tsx"
import { TextBlocks } from "./text-blocks.tsx"
import { portalKey } from "./use-portal.ts"

/** /learn/:lessonId: one lesson to read, answer or hand in. */
export function LessonScreen(): ReactElement {
  const { lessonId = "" } = useParams()
  const lesson = useQuery({
    queryKey: ["getLesson", lessonId],
    queryFn: async () => (await call(getLesson, { params: { lessonId } })).data,
  })
  return (
    <Loaded query={lesson} title="The lesson did not load">
      {(data) => <LessonPage key={data.id} lesson={data} />}
    </Loaded>
  )
}

function LessonPage({ lesson }: { lesson: Lesson }): ReactElement {
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["getLesson"] }),
      queries.invalidateQueries({ queryKey: portalKey }),
      queries.invalidateQueries({ queryKey: ["getResources"] }),
    ])
  const mark = useMutation({
    mutationFn: () => markLessonDone(lesson.id),
    onSuccess: (outcome) => {
      notify.success(outcome === "sent" ? "Done." : "Saved on this device. It is sent when you are online again.")
      return outcome === "sent" ? refresh() : undefined
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  return (
    <article className="grid gap-8">
      <div className="grid gap-3">
        <p>
          <TextLink to="/learn">Program</TextLink> <span className="text-ink-soft">· {lesson.moduleTitle}</span>
        </p>
        <h1 className="text-3xl">{lesson.title}</h1>
        <div className="flex flex-wrap items-center gap-3 text-ink-soft">
          <span>About {lesson.minutes} minutes</span>
          {lesson.isDone && <Badge tone="leaf">Done</Badge>}
          {lesson.kind !== "quiz" && (
            <a href={`/learning/lessons/${lesson.id}/lesson.pdf`} className={buttonLook({ variant: "quiet" })}>
              <Download aria-hidden="true" />
              Save as PDF
            </a>
          )}
        </div>
      </div>
      {lesson.blocks.length > 0 && <TextBlocks blocks={lesson.blocks} />}
      {lesson.videoUrl !== "" && (
        <p>
          <a href={lesson.videoUrl} target="_blank" rel="noreferrer" className={buttonLook({ variant: "secondary" })}>
            Watch the video on another site
          </a>
        </p>
      )}
      {lesson.kind === "quiz" && <Quiz lesson={lesson} onAnswered={refresh} />}
      {lesson.kind === "task" && <Task lesson={lesson} onSent={refresh} />}
      <div className="flex flex-wrap items-center gap-3 border-t border-line pt-6">
        {lesson.kind === "text" && !lesson.isDone && (
          <Button size="large" busy={mark.isPending} onClick={() => mark.mutate()}>
            <Check aria-hidden="true" />
            Mark as done
          </Button>
        )}
        {lesson.previousId && (
          <LinkButton to={`/learn/${lesson.previousId}`} variant="quiet">
            <ArrowLeft aria-hidden="true" />
            Previous
          </LinkButton>
        )}
        {lesson.nextId && lesson.isDone && (
          <LinkButton to={`/learn/${lesson.nextId}`}>
            Next
            <ArrowRight aria-hidden="true" />
          </LinkButton>
        )}
      </div>
    </article>
  )
}
