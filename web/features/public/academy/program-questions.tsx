import type { ReactElement } from "react"
import type { Program } from "#contract/catalogue/program.ts"
import { academy } from "#web/content/academy.ts"
import { PageSection } from "#web/ui/layout/page-section.tsx"
import { Questions } from "#web/ui/layout/questions.tsx"

/** Questions with their answers, and learners' words once there are some. */
export function ProgramQuestions({ program }: { program: Program }): ReactElement {
  return (
    <PageSection id="questions" title="Questions" ground="cotton" layout="beside">
      <div className="grid gap-8">
        <Questions items={program.faqs} />
        {program.testimonials.length === 0 && (
          <p className="max-w-measure text-sm text-ink-soft print:hidden">{academy.noTestimonials}</p>
        )}
        {program.testimonials.map(({ name, designation, text, image }) => (
          <figure key={name} className="grid gap-3 border-l-2 border-ochre pl-5">
            <blockquote className="text-lg">{text}</blockquote>
            <figcaption className="flex items-center gap-3 text-ink-soft">
              {image !== "" && (
                <img
                  src={image}
                  alt=""
                  width={48}
                  height={48}
                  loading="lazy"
                  className="size-12 rounded-full object-cover"
                />
              )}
              {name}, {designation}
            </figcaption>
          </figure>
        ))}
      </div>
    </PageSection>
  )
}
