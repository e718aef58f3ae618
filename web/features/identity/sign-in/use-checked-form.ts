import { useState } from "react"
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type Resolver,
  type UseFormReturn,
  useForm,
} from "react-hook-form"
import { shownError } from "#web/lib/page/field-error.ts"
import type { WrongField } from "#web/ui/form/form-summary.tsx"

interface CheckedFormOptions<Values extends FieldValues> {
  resolver: Resolver<Values>
  defaultValues: DefaultValues<Values>
  /** Of the fields, in the order in which they stand on the page. */
  labels: Readonly<Record<Path<Values>, string>>
}

interface CheckedForm<Values extends FieldValues> {
  form: UseFormReturn<Values>
  /** What a labelled control takes for one of them. @param checks fields that are looked at again when it changes */
  field: (
    name: Path<Values>,
    checks?: Path<Values>[],
  ) => ReturnType<UseFormReturn<Values>["register"]> & {
    id: string
    label: string
    error: string | undefined
  }
  /** For the form's `onSubmit`. @param act gets what was filled in, when nothing is wrong with it */
  send: (act: (values: Values) => void) => ReturnType<UseFormReturn<Values>["handleSubmit"]>
  /** What was wrong when it was last sent. */
  wrong: readonly WrongField[]
}

/** Id of a field's control. */
export const idOf = (name: string): string => `field-${name}`

/** A form whose fields say what is wrong once they were filled in and left; when it is sent, the first wrong one gets the focus. */
export function useCheckedForm<Values extends FieldValues>(options: CheckedFormOptions<Values>): CheckedForm<Values> {
  const { labels, resolver, defaultValues } = options
  const form = useForm<Values>({ resolver, defaultValues, mode: "onTouched", shouldFocusError: false })
  const [refused, setRefused] = useState<readonly Path<Values>[]>([])
  const { formState, register, handleSubmit, setFocus } = form
  return {
    form,
    field: (name, checks) => ({
      ...register(name, checks && { deps: checks }),
      id: idOf(name),
      label: labels[name],
      error: shownError(formState, name),
    }),
    send: (act) =>
      handleSubmit(
        (values) => {
          setRefused([])
          act(values)
        },
        (errors) => {
          const names = (Object.keys(labels) as Path<Values>[]).filter((name) => name in errors)
          setRefused(names)
          if (names[0]) setFocus(names[0])
        },
      ),
    wrong: refused.map((name) => ({
      id: idOf(name),
      label: labels[name],
      isRight: !(name in formState.errors),
      onGo: () => setFocus(name),
    })),
  }
}
