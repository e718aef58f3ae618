import { ArrowRight } from "lucide-react"
import type { ComponentProps, FormEvent, ReactElement, ReactNode } from "react"
import type { Mode } from "#contract/catalogue/modes.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"

interface PromptFormProps {
  mode: Mode
  field?: Pick<ComponentProps<"textarea">, "ref" | "value" | "onChange" | "maxLength">
  onSubmit?: (event: FormEvent) => void
  /** Another way on, beside the button. */
  children?: ReactNode
}

/** The words of a picture to be, and a button that opens the generator with them; without scripts as well. */
export function PromptForm({ mode, field, onSubmit, children }: PromptFormProps): ReactElement {
  return (
    <form
      action={mode.screen}
      onSubmit={onSubmit}
      className="grid gap-3 rounded-card border border-line bg-surface p-5 sm:p-6"
    >
      <input type="hidden" name="mode" value={mode.slug} />
      <TextareaField
        label="What do you want to see?"
        optional={false}
        rows={3}
        name="prompt"
        placeholder={mode.examples[0]}
        {...field}
        className="-mb-4"
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="large">
          Go to the generator
          <ArrowRight aria-hidden="true" />
        </Button>
        {children}
      </div>
    </form>
  )
}
