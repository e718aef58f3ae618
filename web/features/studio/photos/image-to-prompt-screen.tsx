import { useQuery } from "@tanstack/react-query"
import { Copy, Wand2 } from "lucide-react"
import { type FormEvent, type ReactElement, useState } from "react"
import { useSearchParams } from "react-router"
import { messages } from "#contract/messages.ts"
import { DescriptionResult, describePhoto } from "#contract/studio/photos.ts"
import { PayButton } from "#web/content/pay-button.tsx"
import { PhotoPicker } from "#web/content/photo/photo-picker.tsx"
import { useChosenPhoto } from "#web/content/photo/use-photo.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { useFees } from "#web/lib/money/use-fees.ts"
import { useMissingCredits } from "#web/lib/money/use-missing-credits.ts"
import { imageOf } from "#web/lib/photos/photo-tools.ts"
import { studioQuery } from "#web/lib/studio/studio-query.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { Progress } from "#web/ui/feedback/progress.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { type PhotoRun, useAddressedRun } from "./use-photo-run.ts"

/** /generations/image-to-prompt: words for a picture, where an engine finds some. */
export function Component(): ReactElement {
  const studio = useQuery(studioQuery)
  if (studio.isPending) return <Skeleton className="h-96" />
  if (studio.data === undefined) {
    return (
      <>
        <h1 className="sr-only">Image to prompt</h1>
        <ErrorState
          title="This tool could not be loaded"
          text={messageOf(studio.error, noAnswerMessage)}
          action={
            <Button busy={studio.isFetching} onClick={() => void studio.refetch()}>
              Try again
            </Button>
          }
        />
      </>
    )
  }
  if (studio.data.kinds.description?.refusal === null) return <Describer />
  return (
    <>
      <h1 className="sr-only">Image to prompt</h1>
      <EmptyState title={messages.imageToPromptSoon} />
    </>
  )
}

function Describer(): ReactElement {
  const [parameters] = useSearchParams()
  const chosen = useChosenPhoto(imageOf(parameters), "image-to-prompt")
  const run = useAddressedRun<string>(
    "description",
    (image, options) => call(describePhoto, { body: { image }, ...options }),
    chosen.forgetStored,
  )
  const fee = useFees()["image-to-prompt"]
  const missingCredits = useMissingCredits(fee, run.failure)
  const address = chosen.photo?.address

  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (run.isBusy || missingCredits > 0) return
    if (address) run.submit(address)
    else notify.error(messages.imageMissing)
  }

  return (
    <div className="grid items-start gap-6 lg:grid-cols-[320px_minmax(0,1fr)] xl:grid-cols-[380px_minmax(0,1fr)] xl:gap-x-10">
      <div className="grid gap-6">
        <header>
          <h1 className="text-3xl">Image to prompt</h1>
          <p className="mt-2 text-ink-soft">Get words for a picture, and draw something like it.</p>
        </header>
        <form noValidate onSubmit={handleSubmit} className="grid gap-5">
          <PhotoPicker label="Select an image to describe" chosen={chosen} disabled={run.isBusy} />
          <PayButton
            type="submit"
            missing={missingCredits}
            busy={run.isBusy}
            busyWords="Generating …"
            disabled={!address}
          >
            Generate ({fee} credit)
          </PayButton>
        </form>
      </div>
      <section aria-label="Prompt" className="min-w-0 rounded-card border border-line bg-surface p-5">
        <h2 className="mb-3 text-xl">Prompt</h2>
        <Outcome photoRun={run} />
      </section>
    </div>
  )
}

function Outcome({ photoRun }: { photoRun: PhotoRun<string> }): ReactElement {
  const { run, isBusy, failure, cancel, isCancelling } = photoRun
  const result = DescriptionResult.safeParse(run?.result)
  if (isBusy) {
    return (
      <div className="grid gap-4">
        <p role="status">Looking at your picture. This takes a few seconds.</p>
        <Progress label="Looking" share={run?.progress ? run.progress : undefined} />
        {run && (
          <Button variant="secondary" busy={isCancelling} onClick={cancel} className="justify-self-end">
            Cancel
          </Button>
        )}
      </div>
    )
  }
  if (result.success) return <Words key={run?.id} text={result.data.text} />
  if (failure || run?.status === "failed") {
    return (
      <p role="alert" className="font-medium">
        {failure ? messageOf(failure, messages.photoFailed) : (run?.failure ?? messages.photoFailed)}
      </p>
    )
  }
  return (
    <p role="status" className="text-ink-soft">
      {run?.status === "cancelled" ? "Cancelled. Your credits are back." : "The words for your picture come here."}
    </p>
  )
}

/** The words, to be changed before they are used. */
function Words({ text }: { text: string }): ReactElement {
  const [prompt, setPrompt] = useState(text)
  const copy = async (): Promise<void> => {
    // Browsers offer the clipboard on secure pages only.
    const clipboard = navigator.clipboard as Clipboard | undefined
    if (clipboard === undefined) {
      notify.error(messages.clipboardMissing)
      return
    }
    try {
      await clipboard.writeText(prompt)
      notify.success(messages.promptCopied)
    } catch {
      notify.error(messages.copyFailed)
    }
  }
  return (
    <div className="grid gap-4">
      <TextareaField
        label="You can change it"
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
        rows={5}
      />
      <div className="flex flex-wrap gap-2">
        <LinkButton to={`/generations/flux?${new URLSearchParams({ mode: "flux1.1-pro", prompt })}`}>
          <Wand2 aria-hidden="true" />
          Draw with it
        </LinkButton>
        <Button variant="secondary" onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
      </div>
    </div>
  )
}
