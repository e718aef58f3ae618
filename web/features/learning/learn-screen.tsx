import { Award, CalendarClock, Megaphone, Users } from "lucide-react"
import type { ReactElement } from "react"
import type { CourseModule, Portal } from "#contract/product/learning.ts"
import { formatDate } from "#web/lib/format.ts"
import { Badge } from "#web/ui/badge.tsx"
import { Card } from "#web/ui/card.tsx"
import { LinkButton } from "#web/ui/link-button.tsx"
import { Progress } from "#web/ui/progress.tsx"
import { ClassList } from "./class-list.tsx"
import { LessonRows } from "./lesson-rows.tsx"
import { Loaded } from "./loaded.tsx"
import { NextStep } from "./next-step.tsx"
import { TextBlocks } from "./text-blocks.tsx"
import { usePortal } from "./use-portal.ts"

/** /learn: a learner's program, what comes next, classes, news and people. */
export function LearnScreen(): ReactElement {
  const portal = usePortal()
  return (
    <Loaded query={portal} title="Your program did not load">
      {(data) => <Program portal={data} />}
    </Loaded>
  )
}

function Program({ portal }: { portal: Portal }): ReactElement {
  const { done, all } = portal.progress
  return (
    <div className="grid gap-8">
      <div className="grid gap-3">
        <h1 className="text-3xl">{portal.programName}</h1>
        <p className="text-lg text-ink-soft">
          {portal.cohortLabel} · first class on {formatDate(portal.startsOn)}
        </p>
        <div className="grid max-w-md gap-1">
          <Progress label="Lessons done" share={all === 0 ? 0 : done / all} />
          <p className="text-sm text-ink-soft tabular-nums">
            {done} of {all} lessons done
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
      <NextStep next={portal.next} />
      <div className="grid gap-8 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid min-w-0 content-start gap-8">
          {portal.phases.map(({ name, modules }) => (
            <section key={name} aria-label={name} className="grid gap-4">
              <h2 className="text-2xl">{name}</h2>
              {modules.map((module) => (
                <ModuleCard key={module.id} module={module} />
              ))}
            </section>
          ))}
        </div>
        <div className="grid min-w-0 content-start gap-6">
          <Card className="grid content-start gap-4">
            <Heading Icon={CalendarClock} text="Live classes" />
            <ClassList classes={portal.classes} />
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
            <Heading Icon={Users} text={portal.cohortLabel} />
            <p className="text-ink-soft">
              {portal.people.length === 0 ? "You are the first one here." : `You and ${portal.people.join(", ")}.`}
            </p>
          </Card>
        </div>
      </div>
    </div>
  )
}

function Heading({ Icon, text }: { Icon: typeof Users; text: string }): ReactElement {
  return (
    <h2 className="flex items-center gap-3 text-xl">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-indigo" />
      {text}
    </h2>
  )
}

function ModuleCard({ module }: { module: CourseModule }): ReactElement {
  const isDone = module.lessons.length > 0 && module.lessons.every((lesson) => lesson.isDone)
  return (
    <Card className="grid gap-4">
      <div className="flex flex-wrap items-start gap-3">
        <div className="min-w-0 grow">
          <h3 className="text-xl">{module.title}</h3>
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
        <LessonRows lessons={module.lessons} />
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
