import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { ArrowLeft, ArrowRight, Check, Download } from "lucide-react"
import { type ReactElement, useEffect, useRef } from "react"
import { useParams, useSearchParams } from "react-router"
import { getLesson, type Lesson, lessonAwaitsTuition } from "#contract/academy/learning.ts"
import { FileSize } from "#web/content/file-size.tsx"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { buttonLook } from "#web/ui/button/button-style.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { ThreadList } from "./discussion/thread-list.tsx"
import { LessonMedia } from "./lesson-media.tsx"
import { LessonNote } from "./lesson-note.tsx"
import { Loaded } from "./loaded.tsx"
import { NewerEdition } from "./newer-edition.tsx"
import { isWorthAsking, readLesson, type Shown } from "./offline/offline-lessons.ts"
import { StoredNotice } from "./offline/offline-notice.tsx"
import { markLessonDone } from "./offline/saved-progress.ts"
import { useReader } from "./offline/use-reader.ts"
import { Quiz } from "./quiz.tsx"
import { Task } from "./task.tsx"
import { TextBlocks } from "./text-blocks.tsx"
import { dueWords } from "./until-labels.ts"
import { storedMarksKey, useStoredProgress } from "./use-offline-progress.ts"
import { usePictureAddresses } from "./use-picture-addresses.ts"
import { pollEveryMs, portalKey } from "./use-portal.ts"

/** /learn/:lessonId: one lesson to read, answer or hand in; a kept copy of it where the server cannot be asked. */
export function LessonScreen(): ReactElement {
  const { lessonId = "" } = useParams()
  const [search] = useSearchParams()
  const reader = useReader()
  const edition = search.get("edition") === "newest" ? "newest" : undefined
  const lesson = useQuery({
    queryKey: ["getLesson", lessonId, edition],
    queryFn: async (): Promise<Shown<Lesson>> => {
      const ask = async () => (await call(getLesson, { params: { lessonId }, query: { edition } })).data
      // The copy on this device is of the edition that the learner goes by.
      return edition ? { data: await ask(), keptAt: null, pictures: {} } : readLesson(reader, lessonId, ask)
    },
    retry: isWorthAsking,
    refetchInterval: ({ state }) => (state.data?.keptAt ? pollEveryMs : false),
  })
  const wayOn = lesson.error?.message === lessonAwaitsTuition ? tuition : program
  return (
    <Loaded query={lesson} title="The lesson did not load" page="Lesson" wayOn={wayOn}>
      {(shown) => <LessonPage key={`${shown.data.id}:${shown.data.edition}`} reader={reader} shown={shown} />}
    </Loaded>
  )
}

/** Where the reason stands why a lesson is not open, and what opens it. */
const program = { to: "/learn", label: "Back to the program" }
const tuition = { to: "/tuition", label: "Pay the instalment" }

interface LessonPageProps {
  reader: string
  shown: Shown<Lesson>
}

function LessonPage({ reader, shown }: LessonPageProps): ReactElement {
  const { data: lesson, keptAt } = shown
  const pictures = usePictureAddresses(shown.pictures)
  const isWaiting = useStoredProgress(reader).includes(lesson.id)
  const isDone = lesson.isDone || isWaiting
  /** A newer edition is read here, and neither answered nor marked as done. */
  const isOwn = lesson.edition === lesson.begunEdition
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ["getLesson"] }),
      queries.invalidateQueries({ queryKey: portalKey }),
      queries.invalidateQueries({ queryKey: ["getResources"] }),
    ])
  const mark = useMutation({
    mutationFn: () => markLessonDone(reader, lesson.id),
    onSuccess: (outcome) => {
      notify.success(outcome === "sent" ? "Done." : "Saved on this device. It is sent when you are online again.")
      return outcome === "sent" ? refresh() : queries.invalidateQueries({ queryKey: storedMarksKey })
    },
    onError: (error) => notify.error(messageOf(error, noAnswerMessage)),
  })
  const next = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // The button that was pressed is gone: the keyboard goes on from what came in its place.
    if (mark.isSuccess && isDone) next.current?.focus()
  }, [mark.isSuccess, isDone])
  return (
    <article className="grid gap-8">
      <StoredNotice keptAt={keptAt} />
      {keptAt === null && <NewerEdition lesson={lesson} />}
      <div className="grid gap-3">
        <p>
          {lesson.placeId === "" ? (
            <TextLink to="/program-resources">Program resources</TextLink>
          ) : (
            <TextLink to={`/learn?place=${lesson.placeId}`}>Program</TextLink>
          )}{" "}
          <span className="text-ink-soft">· {lesson.moduleTitle}</span>
        </p>
        <h1 className="text-3xl">{lesson.title}</h1>
        <div className="flex flex-wrap items-center gap-3 text-ink-soft">
          <span>About {lesson.minutes} minutes</span>
          {lesson.dueOn !== "" && !isDone && (
            <span className="first-letter:uppercase">{dueWords(lesson.dueOn, Date.now())}</span>
          )}
          {isDone && <Badge tone={isWaiting ? "amber" : "leaf"}>{isWaiting ? "Done, not sent yet" : "Done"}</Badge>}
          {keptAt === null && isOwn && lesson.kind !== "quiz" && (
            <a href={`/learning/lessons/${lesson.id}/lesson.pdf`} className={buttonLook({ variant: "quiet" })}>
              <Download aria-hidden="true" />
              Save as PDF <FileSize address={`/learning/lessons/${lesson.id}/lesson.pdf`} />
            </a>
          )}
        </div>
      </div>
      {lesson.blocks.length > 0 && <TextBlocks blocks={lesson.blocks} pictures={pictures} />}
      <LessonMedia reader={reader} lesson={lesson} isCopy={keptAt !== null} kept={pictures} />
      {lesson.videoUrl !== "" && (
        <p>
          <a href={lesson.videoUrl} target="_blank" rel="noreferrer" className={buttonLook({ variant: "secondary" })}>
            Watch the video on another site
          </a>
        </p>
      )}
      {isOwn && lesson.kind === "quiz" && <Quiz reader={reader} lesson={lesson} onAnswered={refresh} />}
      {isOwn && lesson.kind === "task" && <Task reader={reader} lesson={lesson} onSent={refresh} />}
      <div className="flex flex-wrap items-center gap-3 border-b border-line pb-6">
        {isOwn && lesson.kind === "text" && !isDone && (
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
        {lesson.nextId && isDone && (
          <LinkButton ref={next} to={`/learn/${lesson.nextId}`}>
            Next
            <ArrowRight aria-hidden="true" />
          </LinkButton>
        )}
      </div>
      {isOwn && <LessonNote reader={reader} lesson={lesson} />}
      {keptAt === null && lesson.cohortId !== "" && (
        <section aria-labelledby="lesson-discussion" className="grid gap-3">
          <h2 id="lesson-discussion" className="text-xl">
            Questions about this lesson
          </h2>
          <ThreadList cohortId={lesson.cohortId} lessonId={lesson.id} />
        </section>
      )}
    </article>
  )
}
