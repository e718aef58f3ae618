import type { FormEvent, ReactElement } from "react"
import { useNavigate, useSearchParams } from "react-router"
import { demoModels, findDemo } from "#contract/catalogue/demo-models.ts"
import { messages } from "#contract/messages.ts"
import { ExamplePicture, ShowExamples } from "#web/content/example-picture.tsx"
import { demoPicture } from "#web/content/style-pictures.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { TrainingSteps } from "./training-steps.tsx"

function useDemo() {
  const [parameters] = useSearchParams()
  const [first] = demoModels
  const demo = findDemo(parameters.get("mode") ?? "") ?? first
  if (!demo) throw new Error("There is no demo model.")
  return demo
}

/** /demotraining?mode=: what a training is given, shown with a finished model. Nothing is uploaded. */
export function DemoTraining(): ReactElement {
  const demo = useDemo()
  return (
    <>
      <DemoHeading title={messages.trainingTitle} text={messages.trainingSubtitle} />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <div className="grid gap-6">
          <TrainingSteps />
          <p className="rounded-card border-2 border-dashed border-line-strong bg-surface p-8 text-center text-ink-soft">
            In the demo nothing is uploaded. These photos stand for yours.
          </p>
          <LinkButton to={`/demogenerate?mode=${demo.triggerWord}`} size="large" wide>
            Start the {demo.name} demo
          </LinkButton>
          <LinkButton to={`/training?mode=${demo.style}`} variant="secondary" wide>
            Train with your own photos
          </LinkButton>
        </div>
        <Pictures label="Photos of the demo" triggerWord={demo.triggerWord} names={demo.photos} />
      </div>
    </>
  )
}

/** /demogenerate?mode=: what such a model draws. Submitting leads to the dashboard. */
export function DemoGenerate(): ReactElement {
  const demo = useDemo()
  const navigate = useNavigate()
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    navigate("/app")
  }
  return (
    <>
      <DemoHeading title={demo.name} text="Pictures that our own engine drew with this model." />
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <form onSubmit={handleSubmit} className="grid gap-4">
          <TextareaField label="Prompt" defaultValue={demo.prompt} readOnly />
          <Button type="submit" size="large" wide>
            Generate
          </Button>
          <p className="text-sm text-ink-soft">The demo draws nothing new: the button leads to your dashboard.</p>
        </form>
        <Pictures label="Pictures of the demo" triggerWord={demo.triggerWord} names={demo.made} />
      </div>
    </>
  )
}

function DemoHeading({ title, text }: { title: string; text: string }): ReactElement {
  return (
    <header className="mb-8">
      <h1 className="flex flex-wrap items-center gap-3 text-3xl">
        {title} <Badge tone="amber">Demo</Badge>
      </h1>
      <p className="mt-2 max-w-measure text-ink-soft">{text}</p>
      <ShowExamples className="mt-4" />
    </header>
  )
}

interface PicturesProps {
  label: string
  triggerWord: string
  names: readonly string[]
}

function Pictures({ label, triggerWord, names }: PicturesProps): ReactElement {
  return (
    <ul aria-label={label} className="grid gap-4 sm:grid-cols-2">
      {names.map((name, index) => (
        <li key={name} className="aspect-square overflow-hidden rounded-card bg-raised">
          <ExamplePicture
            src={demoPicture(triggerWord, name)}
            alt={`${label}, number ${index + 1}`}
            seed={index + 11}
          />
        </li>
      ))}
    </ul>
  )
}
