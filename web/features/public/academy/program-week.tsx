import type { ReactElement, ReactNode } from "react"
import type { Program } from "#contract/catalogue/program.ts"
import type { ProgramTexts } from "#contract/catalogue/programs/terms.ts"
import { programWords } from "#web/content/program-labels.ts"
import { PageSection } from "#web/ui/layout/page-section.tsx"

interface ProgramWeekProps {
  week: Program["week"]
  /** What operators wrote for the present cohort; absent until it is known. */
  texts: ProgramTexts | undefined
}

/** What a week asks of a learner: hours, people, device and data. What nobody has set yet is said to be open. */
export function ProgramWeek({ week, texts }: ProgramWeekProps): ReactElement {
  const { title, text, zone, classTimes, teachers, data, onPhone } = programWords.week
  const people = texts?.teachers.split("\n").filter((line) => line.trim() !== "") ?? []
  return (
    <PageSection id="week" title={title} text={text} layout="beside">
      <dl className="grid">
        <Row name="Live classes">{texts?.classTimes ? `${texts.classTimes} (${zone})` : classTimes}</Row>
        <Row name="Hours a week">{week.hours}</Row>
        <Row name="Who teaches">
          {people.length === 0 ? (
            teachers
          ) : (
            <ul className="grid gap-1">
              {people.map((person) => (
                <li key={person}>{person}</li>
              ))}
            </ul>
          )}
        </Row>
        {texts?.needs ? (
          <Row name="Phone, laptop, data">
            <span className="whitespace-pre-line">{texts.needs}</span>
          </Row>
        ) : (
          <>
            <Row name="On a phone">{`${onPhone} ${week.phone}`.trim()}</Row>
            <Row name="Data a week">{data}</Row>
          </>
        )}
        <Row name="Not for you if">{week.notFor}</Row>
      </dl>
    </PageSection>
  )
}

function Row({ name, children }: { name: string; children: ReactNode }): ReactElement {
  return (
    <div className="grid gap-x-8 gap-y-1 border-b border-line py-4 first:border-t sm:grid-cols-[10rem_minmax(0,1fr)]">
      <dt className="text-ink-soft">{name}</dt>
      <dd className="max-w-measure font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
