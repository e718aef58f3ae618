import type { FieldValues, FormState, Path } from "react-hook-form"

/**
 * What is wrong with a field, as far as it is said by now: once it was filled in and left, or once the form was sent. One
 * that was only passed, on the way to a link or to another field, is not wrong yet.
 */
export function shownError<Values extends FieldValues>(
  { errors, dirtyFields, isSubmitted }: FormState<Values>,
  name: Path<Values>,
): string | undefined {
  const wasFilled = (dirtyFields as Readonly<Record<string, unknown>>)[name] !== undefined
  const error = (errors as Readonly<Record<string, { message?: string } | undefined>>)[name]
  return isSubmitted || wasFilled ? error?.message : undefined
}
