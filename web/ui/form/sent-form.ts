/** A form as it was sent: the element, and what stood in its fields. */
export interface SentForm {
  form: HTMLFormElement
  sent: FormData
}

/** Takes what stands in a form now. */
export function takeForm(form: HTMLFormElement): SentForm {
  return { form, sent: new FormData(form) }
}

/** Empties a form whose fields were taken, unless something else was typed into it since. */
export function emptySentForm({ form, sent }: SentForm): void {
  const now = new FormData(form)
  if ([...sent.keys()].every((name) => now.get(name) === sent.get(name))) form.reset()
}
