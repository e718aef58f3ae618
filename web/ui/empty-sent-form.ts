/** Empties a form whose fields were taken, unless something else was typed into it since. */
export function emptySentForm(form: HTMLFormElement, sent: FormData): void {
  const now = new FormData(form)
  if ([...sent.keys()].every((name) => now.get(name) === sent.get(name))) form.reset()
}
