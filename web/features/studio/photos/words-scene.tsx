import { useQuery } from "@tanstack/react-query"
import { type FormEvent, type ReactElement, useState } from "react"
import { useSearchParams } from "react-router"
import { defaultModeSlug } from "#contract/catalogue/modes.ts"
import { maxPromptCharacters } from "#contract/catalogue/prompts.ts"
import { messages } from "#contract/messages.ts"
import { readPrompt } from "#contract/studio/generations.ts"
import { makeScene, type SceneBody, SetWords } from "#contract/studio/scenes.ts"
import { useAlbumChoice } from "#web/content/album-choice.tsx"
import { PayButton } from "#web/content/pay-button.tsx"
import { DoubtNotes } from "#web/content/photo/doubt-notes.tsx"
import { photoWait, useIsCutOut } from "#web/content/photo/photo-look.ts"
import { useChosenPhoto } from "#web/content/photo/use-photo.ts"
import { call } from "#web/lib/calls/call.ts"
import { formatCredits } from "#web/lib/format/format.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useMissingCredits } from "#web/lib/money/use-missing-credits.ts"
import { useDebounced } from "#web/lib/page/use-debounced.ts"
import { imageOf, wordsParameter } from "#web/lib/photos/photo-tools.ts"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Segmented } from "#web/ui/form/segmented.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { GroundPicture } from "./background-picture.tsx"
import { askedToLookAt, PhotoPanel } from "./photo-panel.tsx"
import { useSceneCutOut, WaitingCutOut } from "./scene-cut-out.tsx"
import { type Shape, shapes } from "./scene-shapes.ts"
import { useAddressedRun } from "./use-photo-run.ts"

/** How long typing must rest before the words are read, in ms. */
const restMs = 150

/** /generations/scene?words=…: a photo of one's own product in the place, light and mood that words name. */
export function WordsScene(): ReactElement {
  const [parameters] = useSearchParams()
  const [words, setWords] = useState(parameters.get(wordsParameter) ?? "")
  const [shape, setShape] = useState<Shape>("1080x1080")
  const chosen = useChosenPhoto(imageOf(parameters), "scene")
  const photoRun = useAddressedRun<SceneBody>(
    "scene",
    (body, options) => call(makeScene, { body, ...options }),
    chosen.forgetStored,
  )
  const album = useAlbumChoice()
  const fees = useFees()
  const { photo } = chosen
  const image = photo?.address
  const isCutOut = useIsCutOut(photo)
  const hasBackground = isCutOut === false
  const wait = photoWait(photo, isCutOut)
  const waiting = useSceneCutOut(photoRun.run, chosen)
  const fee = fees.scene + (hasBackground ? fees["bg-remover"] : 0)
  const missingCredits = useMissingCredits(fee, photoRun.failure)
  const checked = SetWords.safeParse(words)
  const wrong = words !== "" && !checked.success ? checked.error.issues[0]?.message : undefined
  const isMissing = !image || isCutOut === undefined || !checked.success

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (photoRun.isBusy || missingCredits > 0) return
    if (isMissing) {
      notify.error(messages.imageMissing)
      return
    }
    const [width = 1_080, height = 1_080] = shape.split("x").map(Number)
    const layout = { width, height, padding: 10, hasShadow: true, frame: "scene" } as const
    photoRun.submit({
      image,
      ...(hasBackground && { hasBackground }),
      ground: { kind: "words", words: checked.data },
      layout,
      ...album.body,
    })
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[320px_minmax(0,1fr)] xl:grid-cols-[380px_minmax(0,1fr)] xl:gap-x-10">
      <div className="grid min-w-0 gap-6">
        <header>
          <h1 className="text-3xl">Your photo in this scene</h1>
          <p className="mt-2 text-ink-soft">
            Your product is cut out of its photo and put into the place and light that your words name. The product
            itself stays as you photographed it.
          </p>
          <p className="mt-2">
            <TextLink to="/generations/scene">Colours, pictures and ready sets</TextLink>
          </p>
        </header>
        <form noValidate onSubmit={handleSubmit} className="grid min-w-0 gap-5">
          <TextareaField
            label="Words of the scene"
            value={words}
            onChange={({ target }) => setWords(target.value)}
            error={wrong}
            maxLength={maxPromptCharacters}
            autoComplete="off"
          />
          <SetReading words={words} />
          <GroundPicture label="Select a photo of your product" chosen={chosen} disabled={photoRun.isBusy} />
          {!waiting && <DoubtNotes of={[image]} except={askedToLookAt(photoRun)} />}
          <Segmented label="Shape" choices={shapes} value={shape} onPick={setShape} />
          {album.field}
          <PayButton
            type="submit"
            missing={missingCredits}
            busy={photoRun.isBusy || wait !== undefined}
            busyWords={photoRun.isBusy ? "Generating …" : wait}
            disabled={isMissing}
            aria-describedby="words-scene-fee"
          >
            Generate ({formatCredits(fee)})
          </PayButton>
          <p id="words-scene-fee" className="text-sm text-ink-soft">
            {hasBackground
              ? `${formatCredits(fees["bg-remover"])} for the cut-out, ${formatCredits(fees.scene)} for the scene. If we are not sure of the cut-out's edge, you look at it first and the scene is not charged.`
              : "The product is cut out already: the scene alone is charged."}
          </p>
        </form>
      </div>
      <div className="min-w-0 lg:sticky lg:top-26 low:static">
        <PhotoPanel
          photoRun={photoRun}
          shownAt={photo?.shownAt}
          waiting={waiting && <WaitingCutOut cutOut={waiting} />}
        >
          {({ url, width, height }) => (
            <img
              src={url}
              alt="The scene"
              width={width}
              height={height}
              className="mx-auto h-auto max-h-[62dvh] w-auto max-w-full rounded-card"
            />
          )}
        </PhotoPanel>
      </div>
    </div>
  )
}

/** Which of the words the set is made of. Its place is always there. */
function SetReading({ words }: { words: string }): ReactElement {
  const prompt = useDebounced(words.trim(), restMs)
  const { data } = useQuery({
    queryKey: ["readPrompt", "scene", prompt],
    queryFn: async ({ signal }) =>
      (await call(readPrompt, { body: { prompt, mode: defaultModeSlug, isForPhoto: true }, signal })).data,
    enabled: prompt.length > 1,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const lists = data
    ? ([
        ["In the scene", data.understood],
        ["Left out", data.ignored],
      ] as const)
    : []
  return (
    <p aria-live="polite" className="-mt-3 min-h-6 text-sm">
      {lists
        .filter(([, phrases]) => phrases.length > 0)
        .map(([name, phrases]) => (
          <span key={name} className="block wrap-anywhere">
            <span className="text-ink-soft">{name}:</span> {phrases.join(", ")}.
          </span>
        ))}
    </p>
  )
}
