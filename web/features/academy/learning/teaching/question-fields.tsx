import { Plus, X } from "lucide-react"
import type { ReactElement } from "react"
import type { StaffLesson } from "#contract/academy/teaching.ts"
import { Button } from "#web/ui/button/button.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"

type Question = StaffLesson["questions"][number]

const emptyQuestion: Question = { question: "", answers: ["", ""], right: 0, because: "" }

interface QuestionFieldsProps {
  questions: readonly Question[]
  onChange: (questions: Question[]) => void
}

/** The questions of a quiz, one answer a line. */
export function QuestionFields({ questions, onChange }: QuestionFieldsProps): ReactElement {
  const set = (index: number, change: Partial<Question>) =>
    onChange(questions.map((question, at) => (at === index ? { ...question, ...change } : question)))
  return (
    <div className="grid gap-4 pb-4">
      {questions.map((question, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: questions have no id while they are written
        <fieldset key={`question-${index + 1}`} className="grid rounded-card border border-line p-4">
          <legend className="px-2 font-medium">Question {index + 1}</legend>
          <TextField
            label="Question"
            value={question.question}
            onChange={(event) => set(index, { question: event.target.value })}
          />
          <TextareaField
            label="Answers, one a line"
            value={question.answers.join("\n")}
            onChange={(event) => set(index, { answers: event.target.value.split("\n") })}
          />
          <SelectField
            label="Right answer"
            value={String(question.right)}
            choices={question.answers.map((answer, at) => ({ value: String(at), label: answer || `Answer ${at + 1}` }))}
            onChange={(event) => set(index, { right: Number(event.target.value) })}
          />
          <TextField
            label="Why"
            optional
            value={question.because}
            onChange={(event) => set(index, { because: event.target.value })}
          />
          <Button
            variant="quiet"
            className="justify-self-start"
            onClick={() => onChange(questions.filter((_, at) => at !== index))}
          >
            <X aria-hidden="true" />
            Remove question {index + 1}
          </Button>
        </fieldset>
      ))}
      <Button
        variant="secondary"
        className="justify-self-start"
        onClick={() => onChange([...questions, emptyQuestion])}
      >
        <Plus aria-hidden="true" />
        Add a question
      </Button>
    </div>
  )
}
