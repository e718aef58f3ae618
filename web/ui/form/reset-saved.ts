import type { FieldValues, Path, PathValue, UseFormReturn } from "react-hook-form"

/**
 * Puts what was saved into a form. What was typed into a field since it was sent stays, and is not saved yet.
 * @param sent what stood in the fields when the form was sent
 */
export function resetSaved<Values extends FieldValues>(
  { getValues, reset, setValue }: Pick<UseFormReturn<Values>, "getValues" | "reset" | "setValue">,
  sent: Values,
  saved: Values,
): void {
  const now = getValues()
  reset(saved)
  for (const name of Object.keys(now)) {
    if (now[name] === sent[name]) continue
    setValue(name as Path<Values>, now[name] as PathValue<Values, Path<Values>>, { shouldDirty: true })
  }
}
