import { useMutation } from "@tanstack/react-query"
import { CircleCheck, CircleX } from "lucide-react"
import { type FormEvent, type ReactElement, useState } from "react"
import { type BadgeCheck, badgeMaxLength, checkBadge } from "#contract/academy/badges.ts"
import { product } from "#contract/brand.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatDate } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Dropzone } from "#web/ui/form/dropzone.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"

/** /badge: what there is to say of a badge file that somebody was shown. */
export function BadgeCheckScreen(): ReactElement {
  const [badge, setBadge] = useState("")
  const [fileName, setFileName] = useState("")
  const check = useMutation({
    mutationFn: async (person: string) => (await call(checkBadge, { body: { badge, person } })).data,
  })
  const handleSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    check.mutate(String(new FormData(event.currentTarget).get("person")))
  }
  const take = async (files: File[]): Promise<void> => {
    const [file] = files
    if (!file) return
    setBadge(await file.text())
    setFileName(file.name)
    check.reset()
  }
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-6">
      <div className="grid gap-2">
        <h1 className="text-3xl">Check a badge</h1>
        <p className="text-ink-soft">
          For badge files of {product.name} Academy. A certificate with a code is checked at the address printed on it.
        </p>
      </div>
      <form noValidate onSubmit={handleSubmit} className="grid">
        <Dropzone
          label="Badge file"
          hint={fileName === "" ? "Drop here, or press to choose" : `${fileName} is below. Press to choose another.`}
          maxFiles={1}
          maxBytes={badgeMaxLength}
          onFiles={(files) => void take(files)}
        />
        <TextField
          label="Or what is in it"
          hint="Paste the letters of the badge."
          spellCheck={false}
          autoComplete="off"
          value={badge}
          onChange={(event) => setBadge(event.target.value)}
        />
        <TextField
          name="person"
          label="Name or e-mail address of who showed it"
          hint="Tells whether the badge is theirs."
          optional
          autoComplete="off"
        />
        <Button type="submit" busy={check.isPending} className="w-full sm:w-fit">
          Check
        </Button>
      </form>
      <div role="status" className="grid">
        {check.data && <Verdict check={check.data} />}
        <FormTrouble message={check.error ? messageOf(check.error, noAnswerMessage) : undefined} />
      </div>
    </div>
  )
}

const refusals = {
  not_ours: ["This is not a badge of ours", "It was not signed by us, or somebody changed it since."],
  old_key: ["This badge counts no more", "Its key was withdrawn. Whoever showed it can download a new one."],
  gone: ["This badge counts no more", "Its certificate was deleted along with its owner's account."],
  withdrawn: ["This badge was withdrawn", "The certificate that it stands for is no longer valid."],
} as const

function Verdict({ check }: { check: BadgeCheck }): ReactElement {
  if (check.verdict !== "valid") {
    const [title, text] = refusals[check.verdict]
    return <Answer isGood={false} title={title} text={text} />
  }
  const { code, name, programName, cohort, issuedOn } = check.certificate
  const facts = `${programName}, cohort ${cohort}, issued on ${formatDate(issuedOn)}.`
  const [title, text] =
    check.isTheirs === false
      ? ["This badge is somebody else's", `It was issued to ${name}: ${facts}`]
      : [`Valid, and issued to ${name}`, facts]
  return (
    <Answer isGood={check.isTheirs !== false} title={title} text={text}>
      <TextLink to={`/certificate/${code}`}>See the certificate</TextLink>
    </Answer>
  )
}

interface AnswerProps {
  isGood: boolean
  title: string
  text: string
  children?: ReactElement
}

function Answer({ isGood, title, text, children }: AnswerProps): ReactElement {
  return (
    <Card className="flex items-start gap-4">
      {isGood ? (
        <CircleCheck aria-hidden="true" className="mt-1 size-7 shrink-0 text-leaf" />
      ) : (
        <CircleX aria-hidden="true" className="mt-1 size-7 shrink-0 text-clay" />
      )}
      <div className="grid min-w-0 gap-1 wrap-anywhere">
        <h2 className="text-xl">{title}</h2>
        <p>{text}</p>
        {children}
      </div>
    </Card>
  )
}
