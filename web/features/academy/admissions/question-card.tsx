import type { ReactElement } from "react"
import { type AnswerValue, answerEmails, type Question } from "#contract/academy/assessments.ts"
import { imagesBucketId, viewPath } from "#contract/hosted/files.ts"
import { projectId } from "#contract/project.ts"
import { pictureTypes } from "#web/lib/photos/prepare-photo.ts"
import { holdsPicture } from "#web/lib/photos/upload-file.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { Dropzone } from "#web/ui/form/dropzone.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import type { PictureOnItsWay } from "./use-picture-answers.ts"

interface QuestionProps {
  question: Question
  number: number
  value: AnswerValue
  onAnswer: (value: AnswerValue) => void
  /** The picture that is on its way, or did not come. */
  picture: PictureOnItsWay | undefined
  onPicture: (file: File) => void
}

/** One question of the assessment with what answers it. */
export function QuestionCard(props: QuestionProps): ReactElement {
  const { question, number } = props
  const points = `${question.points} points`
  return (
    <Card>
      <fieldset className="grid gap-4">
        <legend className="mb-4 grid gap-1">
          <span className="text-sm text-ink-soft tabular-nums">
            Question {number}, {points}
          </span>
          <span className="text-lg font-medium">{question.text}</span>
        </legend>
        <Answer {...props} />
      </fieldset>
    </Card>
  )
}

function Answer({ question, value, onAnswer, number, picture, onPicture }: QuestionProps): ReactElement {
  switch (question.kind) {
    case "single":
      return (
        <div className="grid gap-2">
          {question.choices.map(({ id, text }) => (
            <label
              key={id}
              className="flex min-h-12 items-center gap-3 rounded-control border border-line-strong bg-raised px-4 py-3 has-checked:border-indigo has-checked:bg-indigo-wash has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-indigo"
            >
              <input
                type="radio"
                name={question.id}
                value={id}
                checked={value === id}
                onChange={() => onAnswer(id)}
                className="size-5 shrink-0 accent-indigo"
              />
              {text}
            </label>
          ))}
        </div>
      )
    case "several": {
      const chosen = Array.isArray(value) ? value : []
      return (
        <div className="grid gap-1">
          {question.choices.map(({ id, text }) => (
            <Checkbox
              key={id}
              label={text}
              checked={chosen.includes(id)}
              onChange={(event) =>
                onAnswer(event.target.checked ? [...chosen, id] : chosen.filter((one) => one !== id))
              }
            />
          ))}
        </div>
      )
    }
    case "text":
      return (
        <TextareaField
          label={`Your answer to question ${number}`}
          hideLabel
          rows={6}
          maxLength={answerEmails}
          value={String(value)}
          onChange={(event) => onAnswer(event.target.value)}
        />
      )
    case "file":
      return <PictureAnswer value={String(value)} picture={picture} onPicture={onPicture} />
  }
}

interface PictureAnswerProps extends Pick<QuestionProps, "picture" | "onPicture"> {
  value: string
}

function PictureAnswer({ value, picture, onPicture }: PictureAnswerProps): ReactElement {
  const isPending = picture?.isPending ?? false
  return (
    <div className="grid justify-items-start gap-4">
      {value !== "" && (
        <img
          src={viewPath(imagesBucketId, value, projectId)}
          alt="What you uploaded"
          className="max-h-80 w-fit rounded-card border border-line"
        />
      )}
      <Dropzone
        label={value === "" ? "Add a photo or a screenshot" : "Choose another picture"}
        hint={isPending ? "Sending ..." : "From the camera or the gallery"}
        maxFiles={1}
        disabled={isPending}
        accept={pictureTypes}
        holdsAccepted={holdsPicture}
        error={picture?.trouble}
        onFiles={([file]) => file && onPicture(file)}
        className="w-full"
      />
      {picture && !isPending && (
        <Button variant="secondary" onClick={() => onPicture(picture.file)}>
          Send {picture.file.name} again
        </Button>
      )}
    </div>
  )
}
