import { type ReactElement, useMemo, useState } from "react"
import { modes } from "#contract/catalogue/modes.ts"
import type { GenerationDocument } from "#contract/product/generation-document.ts"
import { messageOf } from "#web/lib/api-error.ts"
import { useMainStep } from "#web/lib/use-main-step.ts"
import { Button } from "#web/ui/button.tsx"
import { Chip } from "#web/ui/chip.tsx"
import { EmptyState, ErrorState } from "#web/ui/empty-state.tsx"
import { LinkButton } from "#web/ui/link-button.tsx"
import { Masonry } from "#web/ui/masonry.tsx"
import { PageIntro } from "#web/ui/page-intro.tsx"
import { Skeleton } from "#web/ui/skeleton.tsx"
import { PickedPictures } from "./picked-pictures.tsx"
import { PublicPicture } from "./public-picture.tsx"
import { SamplePictures } from "./sample-pictures.tsx"
import { usePublicPictures } from "./use-public-pictures.ts"

/** "/showcase": what people made here and what is public of it (docs/product-rules.md#who-sees-pictures). */
export function ShowcaseScreen(): ReactElement {
  const [mode, setMode] = useState<string>()
  return (
    <>
      <PageIntro
        title="Made here"
        text="The newest public pictures of this studio, with the words that drew them. Pictures made with free credits are public; the others are here because their makers show them."
      />
      <div className="mx-auto grid max-w-page gap-8 px-5 py-10 sm:px-8">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Tool</legend>
          <Chip isPressed={mode === undefined} onPress={() => setMode(undefined)}>
            All
          </Chip>
          {modes.map(({ slug, title }) => (
            <Chip key={slug} isPressed={mode === slug} onPress={() => setMode(slug)}>
              {title}
            </Chip>
          ))}
        </fieldset>
        {mode === undefined && <PickedPictures />}
        <Pictures mode={mode} />
      </div>
    </>
  )
}

/** With fewer public pictures than this, samples of ours stand below them. */
const fewPictures = 12

type Item = GenerationDocument & { id: string }

function renderPicture(item: Item): ReactElement {
  return <PublicPicture document={item} />
}

function Pictures({ mode }: { mode: string | undefined }): ReactElement {
  const { data, isPending, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = usePublicPictures(mode)
  const items = useMemo<Item[]>(
    () => (data?.pages.flatMap(({ documents }) => documents) ?? []).map((one) => ({ ...one, id: one.$id })),
    [data],
  )
  if (isPending) return <Waiting />
  if (error) {
    return (
      <ErrorState
        title="Error fetching documents"
        text={messageOf(error, "Please try again.")}
        action={<Button onClick={() => refetch()}>Try again</Button>}
      />
    )
  }
  return (
    <>
      {items.length === 0 ? (
        <Nothing isFiltered={mode !== undefined} />
      ) : (
        <Masonry
          label="Public pictures"
          items={items}
          renderItem={renderPicture}
          onNearEnd={() => {
            if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
          }}
        />
      )}
      {items.length < fewPictures && <SamplePictures mode={mode} />}
    </>
  )
}

function Waiting(): ReactElement {
  return (
    <>
      <div
        role="status"
        aria-label="Loading pictures"
        className="grid grid-cols-2 gap-2.5 noscript:hidden lg:grid-cols-4"
      >
        {["one", "two", "three", "four", "five", "six", "seven", "eight"].map((place) => (
          <Skeleton key={place} className="aspect-4/5" />
        ))}
      </div>
      <noscript>
        <SamplePictures />
      </noscript>
    </>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }): ReactElement {
  const step = useMainStep()
  return (
    <EmptyState
      title={isFiltered ? "No public picture was made with this tool yet" : "Nobody has shown a picture yet"}
      text="Yours can be the first."
      action={<LinkButton to={step.to}>{step.label}</LinkButton>}
      seed={8}
    />
  )
}
