import { useQuery } from "@tanstack/react-query"
import { Award, CalendarClock, Megaphone, Users } from "lucide-react"
import type { ReactElement } from "react"
import { useSearchParams } from "react-router"
import type { Journey } from "#contract/academy/admissions.ts"
import type { CourseModule, Portal } from "#contract/academy/learning.ts"
import { PaymentsOnTheirWay } from "#web/content/payments-on-their-way.tsx"
import { journeyQuery } from "#web/lib/academy/journey.ts"
import { serverLead } from "#web/lib/academy/poll-classes.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { LinkTiles } from "#web/ui/layout/link-tiles.tsx"
import { CalendarAddress } from "./calendar-address.tsx"
import { ClassList } from "./class-list.tsx"
import { DiscussionLink } from "./discussion/discussion-link.tsx"
import { LessonRows } from "./lesson-rows.tsx"
import { Loaded } from "./loaded.tsx"
import { NextStep } from "./next-step.tsx"
import { KeepModule, StoredCopies, useStoredLessons } from "./offline/keep-module-offline.tsx"
import type { Shown } from "./offline/offline-lessons.ts"
import { StoredNotice } from "./offline/offline-notice.tsx"
import { useReader } from "./offline/use-reader.ts"
import { TextBlocks } from "./text-blocks.tsx"
import { useStoredProgress } from "./use-offline-progress.ts"
import { usePortal } from "./use-portal.ts"

/** /learn: a learner's program, what comes next, classes, news and people. `?place=` names one of several programs. */
export function LearnScreen(): ReactElement {
  const [search] = useSearchParams()
  const reader = useReader()
  const portal = usePortal(reader, search.get("place") ?? "")
  const isOffered = useQuery({ ...journeyQuery, enabled: portal.isError, select: hasOffer }).data ?? false
  return (
    <Loaded query={portal} title="Your program did not load" page="Learn" wayOn={isOffered ? toTuition : undefined}>
      {(shown) => <Program reader={reader} shown={shown} answeredAt={portal.dataUpdatedAt} />}
    </Loaded>
  )
}

const toTuition = { to: "/tuition", label: "Pay tuition" }

/** Whether a place waits to be taken. */
function hasOffer({ enrolment, others }: Journey): boolean {
  return [enrolment, ...others.map((other) => other.enrolment)].some((place) => place?.state === "offered")
}

const tuitionWords = {
  settled: "Tuition settled",
  on_time: "Tuition on time",
  due_soon: "Tuition due soon",
  grace: "Tuition overdue",
  locked: "Tuition overdue, lessons locked",
  offered: "Tuition",
  ended: "Tuition",
} as const

interface ProgramProps {
  reader: string
  shown: Shown<Portal>
  /** When it came, in ms. */
  answeredAt: number
}

function Program({ reader, shown, answeredAt }: ProgramProps): ReactElement {
  const { data: portal, keptAt } = shown
  const kept = useStoredLessons(reader)
  const waiting = useStoredProgress(reader)
  const { done, all } = portal.progress
  const required = portal.phases.flatMap(({ modules }) => modules).filter(({ isElective }) => !isElective)
  const coming = required.filter(({ lessons }) => lessons.length === 0).length
  return (
    <div className="grid gap-8">
      <StoredNotice keptAt={keptAt} />
      {keptAt === null && <PaymentsOnTheirWay item={`tuition:${portal.placeId}:full`} />}
      {portal.places.length > 1 && (
        <LinkTiles
          label="Your programs"
          tiles={portal.places.map(({ id, programName, cohort, isCompleted }) => ({
            to: `/learn?place=${id}`,
            title: programName,
            note: `Cohort ${cohort}${isCompleted ? " · completed" : ""}`,
            isHere: id === portal.placeId,
          }))}
        />
      )}
      <div className="grid gap-3">
        <h1 className="text-3xl">{portal.programName}</h1>
        <p className="text-lg text-ink-soft">
          {portal.cohortLabel} · first class on {formatDate(portal.startsOn)} ·{" "}
          <TextLink to={`/tuition?place=${portal.placeId}`}>{tuitionWords[portal.tuition]}</TextLink>
        </p>
        <div className="grid max-w-md gap-1">
          <Progress label="Modules done" share={shareDone(required)} />
          <p className="text-sm text-ink-soft tabular-nums">
            {done} of {all} lessons done
            {coming > 0 && `, more come with ${coming === 1 ? "1 module" : `${coming} modules`}`}
            {waiting.length > 0 && `, ${waiting.length} more to be sent when you are online`}
          </p>
        </div>
      </div>
      {portal.certificate && !portal.certificate.isWithdrawn && (
        <Card tone="raised" className="flex flex-wrap items-center gap-4">
          <Award aria-hidden="true" className="size-10 shrink-0 text-ochre" />
          <div className="min-w-0 grow">
            <h2 className="text-xl">You have completed the program</h2>
            <p className="text-ink-soft">Your certificate has its own page, which anyone can check.</p>
          </div>
          <LinkButton to={`/certificate/${portal.certificate.code}`}>See the certificate</LinkButton>
        </Card>
      )}
      <NextStep
        next={portal.next}
        placeId={portal.placeId}
        classes={portal.classes}
        leadMs={keptAt ? 0 : serverLead(portal.now, answeredAt)}
      />
      <div className="grid gap-8 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <section aria-labelledby="modules" className="grid min-w-0 content-start gap-8">
          <h2 id="modules" className="-mb-4 text-2xl">
            Modules
          </h2>
          {portal.phases.map(({ name, modules }) => (
            <section key={name} aria-label={name} className="grid gap-4">
              <h3 className="text-xl">{name}</h3>
              {modules.map((module) => (
                <ModuleCard key={module.id} reader={reader} module={module} kept={kept} waiting={waiting} />
              ))}
            </section>
          ))}
        </section>
        <div className="grid min-w-0 content-start gap-6">
          <Card className="grid content-start gap-4">
            <Heading Icon={CalendarClock} text="Live classes" />
            <ClassList classes={portal.classes} />
            {keptAt === null && <CalendarAddress />}
          </Card>
          <Card className="grid content-start gap-4">
            <Heading Icon={Megaphone} text="Announcements" />
            {portal.announcements.length === 0 && <p className="text-ink-soft">Nothing yet.</p>}
            {portal.announcements.map(({ id, title, blocks, createdAt }) => (
              <article key={id} className="grid gap-1">
                <h3 className="font-medium">{title}</h3>
                <p className="text-sm text-ink-soft">{formatDate(createdAt)}</p>
                <TextBlocks blocks={blocks} />
              </article>
            ))}
          </Card>
          <Card className="grid content-start gap-4">
            <StoredCopies reader={reader} count={kept.size} />
          </Card>
          <Card className="grid content-start gap-4">
            <Heading Icon={Users} text={portal.cohortLabel} />
            <p className="text-ink-soft">
              {portal.people.length === 0 ? "You are the first one here." : `You and ${portal.people.join(", ")}.`}
            </p>
            {keptAt === null && portal.cohortId !== "" && (
              <DiscussionLink placeId={portal.placeId} cohortId={portal.cohortId} />
            )}
          </Card>
        </div>
      </div>
    </div>
  )
}

/** How much of the required modules is done, 0 to 1; a module whose lessons are still to come counts as not done. */
function shareDone(modules: readonly CourseModule[]): number {
  const shares = modules.map(
    ({ lessons }) => lessons.filter(({ isDone }) => isDone).length / Math.max(1, lessons.length),
  )
  return shares.reduce((sum, share) => sum + share, 0) / Math.max(1, shares.length)
}

function Heading({ Icon, text }: { Icon: typeof Users; text: string }): ReactElement {
  return (
    <h2 className="flex items-center gap-3 text-xl">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-indigo" />
      {text}
    </h2>
  )
}

interface ModuleCardProps {
  reader: string
  module: CourseModule
  kept: ReadonlySet<string>
  waiting: readonly string[]
}

function ModuleCard({ reader, module, kept, waiting }: ModuleCardProps): ReactElement {
  const isDone = module.lessons.length > 0 && module.lessons.every((lesson) => lesson.isDone)
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 grow">
          <h4 className="text-lg">{module.title}</h4>
          <p className="text-ink-soft">{module.description}</p>
        </div>
        {module.isElective && <Badge>Elective</Badge>}
        {isDone ? (
          <Badge tone="leaf">Done</Badge>
        ) : (
          !module.isOpen && <Badge tone="amber">Opens {formatDate(module.opensOn)}</Badge>
        )}
      </div>
      {module.lessons.length > 0 ? (
        <>
          <LessonRows lessons={module.lessons} kept={kept} waiting={waiting} />
          <KeepModule reader={reader} module={module} kept={kept} />
        </>
      ) : (
        <div className="grid gap-2">
          <p className="text-sm text-ink-soft">Opens with the cohort. Afterwards you can:</p>
          <ul className="grid list-disc gap-1 pl-5 marker:text-indigo">
            {module.outcomes.map((outcome) => (
              <li key={outcome}>{outcome}</li>
            ))}
          </ul>
        </div>
      )}
    </Card>
  )
}
