import { type ReactElement, useEffect, useEffectEvent, useState } from "react"
import {
  type KnownFacts,
  type ProductFacts,
  proposeText,
  proposeTitle,
  readColour,
  type WordLanguage,
  type WordLength,
  wordLanguages,
  wordLengths,
} from "#contract/studio/shelf-words.ts"
import { copyText } from "#web/lib/page/copy-text.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { Dialog } from "#web/ui/overlay/dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { HostedLook } from "./hosted-look.tsx"

interface WordsDialogProps {
  /** Path of a small copy of the first picture; its colour is offered. */
  picture: string | undefined
  /** Address of that picture itself, at which a hosted model may look. */
  image: string | undefined
  known: KnownFacts
  onUse: (words: { name: string; text: string }) => void
  onClose: () => void
}

const fields: readonly { name: keyof ProductFacts; label: string; placeholder: string }[] = [
  { name: "thing", label: "What is it?", placeholder: "handbag" },
  { name: "colour", label: "Colour", placeholder: "red" },
  { name: "material", label: "Material", placeholder: "leather" },
  { name: "size", label: "Size", placeholder: "30 cm wide" },
  { name: "use", label: "What for?", placeholder: "work" },
]

const choicesOf = <Value extends string>(names: Readonly<Record<Value, string>>) =>
  (Object.keys(names) as Value[]).map((value) => ({ value, label: names[value] }))

/** Makes a title and a text of a few answers. Everything in them was entered by the seller. */
export function WordsDialog({ picture, image, known, onUse, onClose }: WordsDialogProps): ReactElement {
  const [facts, setFacts] = useState<ProductFacts>({ thing: "", colour: "", material: "", size: "", use: "" })
  const [language, setLanguage] = useState<WordLanguage>("en")
  const [length, setLength] = useState<WordLength>("listing")
  // What was changed by hand stays until an answer above changes.
  const [edited, setEdited] = useState<string>()
  const text = edited ?? proposeText(facts, known, { language, length })
  const change = (part: Partial<ProductFacts>): void => {
    setFacts((before) => ({ ...before, ...part }))
    setEdited(undefined)
  }
  useColour(picture, (colour) => setFacts((before) => (before.colour === "" ? { ...before, colour } : before)))
  const title = proposeTitle(facts)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      beginsInField
      title="Title and text"
      description="Answer what you like. Only what you write here is said."
      actions={
        <>
          <Button
            variant="secondary"
            disabled={text === ""}
            onClick={() => {
              void copyText(text).then((isCopied) =>
                isCopied ? notify.success("The text is copied") : notify.error("It could not be copied."),
              )
            }}
          >
            Copy the text
          </Button>
          <Button disabled={title === ""} onClick={() => onUse({ name: title, text })}>
            Use both
          </Button>
        </>
      }
    >
      <div className="grid gap-1">
        <div className="grid gap-x-4 sm:grid-cols-2">
          {fields.map(({ name, label, placeholder }) => (
            <TextField
              key={name}
              label={label}
              optional={name !== "thing"}
              placeholder={placeholder}
              maxLength={60}
              value={facts[name]}
              onChange={({ target }) => change({ [name]: target.value })}
            />
          ))}
        </div>
        <div className="grid gap-4 pb-4 sm:grid-cols-2">
          <Segmented
            label="Language"
            choices={choicesOf(wordLanguages)}
            value={language}
            onPick={(picked) => {
              setLanguage(picked)
              setEdited(undefined)
            }}
          />
          <Segmented
            label="For"
            choices={choicesOf(wordLengths)}
            value={length}
            onPick={(picked) => {
              setLength(picked)
              setEdited(undefined)
            }}
          />
        </div>
        <p className="font-medium" dir="auto">
          {title === "" ? "The title comes here." : title}
        </p>
        <TextareaField
          label="Text"
          dir="auto"
          rows={6}
          value={text}
          onChange={({ target }) => setEdited(target.value)}
        />
        {image !== undefined && (
          <HostedLook image={image} onUse={(seen) => setEdited(text === "" ? seen : `${text}\n\n${seen}`)} />
        )}
      </div>
    </Dialog>
  )
}

/** Side of the copy in which the colour is looked for, in pixels. */
const side = 48

/** Reads the colour of a picture once it is there; nothing where it cannot be read. */
function useColour(picture: string | undefined, onRead: (colour: string) => void): void {
  const handleRead = useEffectEvent(onRead)
  useEffect(() => {
    if (picture === undefined) return
    let isGone = false
    const image = new Image()
    image.onload = () => {
      const context = Object.assign(document.createElement("canvas"), { width: side, height: side }).getContext("2d")
      if (isGone || !context) return
      context.drawImage(image, 0, 0, side, side)
      const colour = readColour(context.getImageData(0, 0, side, side).data)
      if (colour !== "") handleRead(colour)
    }
    image.src = picture
    return () => {
      isGone = true
    }
  }, [picture])
}
