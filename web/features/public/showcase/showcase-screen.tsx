import { type ReactElement, useCallback, useMemo, useSyncExternalStore } from "react"
import { useSearchParams } from "react-router"
import { modes } from "#contract/catalogue/modes.ts"
import { noTrade, tradeSlugs, trades } from "#contract/catalogue/trades.ts"
import type { GenerationDocument } from "#contract/studio/generation-document.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { useDataSaver, useReadsOn } from "#web/lib/page/data-saver.ts"
import { useMainStep } from "#web/lib/page/use-main-step.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Chip } from "#web/ui/feedback/chip.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { type Choice, SelectField } from "#web/ui/form/select-field.tsx"
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx"
import { Masonry } from "#web/ui/layout/masonry.tsx"
import type { MasonryItem } from "#web/ui/layout/masonry-layout.ts"
import { MorePages } from "#web/ui/layout/more-pages.tsx"
import { PageIntro } from "#web/ui/layout/page-intro.tsx"
import { PickedPictures } from "./picked-pictures.tsx"
import { PublicPicture } from "./public-picture.tsx"
import { hasSamples, SamplePictures } from "./sample-pictures.tsx"
import { type PictureFilter, usePublicPictures } from "./use-public-pictures.ts"

/** "/showcase": what people made here and what is public of it (docs/product-rules.md#who-sees-pictures). */
export function ShowcaseScreen(): ReactElement {
  const [filter, setFilter] = useFilter()
  const { mode, trade } = filter
  return (
    <>
      <PageIntro
        isShort
        title="Made here"
        text="The newest public pictures of this studio: made with free credits, or shown by their makers."
      />
      <div className="mx-auto grid max-w-page gap-4 px-5 pt-2 pb-10 sm:gap-8 sm:px-8 sm:pt-6">
        <div className="-mx-5 flex items-start gap-2 overflow-x-auto px-5 py-1 sm:mx-0 sm:gap-4 sm:px-0">
          <SelectField
            label="Trade"
            hideLabel
            optional={false}
            placeholder="All trades"
            choices={tradeChoices}
            value={trade ?? ""}
            onChange={({ target }) => setFilter({ mode, trade: target.value || undefined })}
            className="-mb-8 w-40 shrink-0 lg:w-64"
          />
          <fieldset className="mt-0.5 flex gap-2 max-sm:shrink-0 sm:flex-wrap">
            <legend className="sr-only">Tool</legend>
            <Chip isPressed={mode === undefined} onPress={() => setFilter({ trade })} className="shrink-0">
              All tools
            </Chip>
            {modes.map(({ slug, title }) => (
              <Chip
                key={slug}
                isPressed={mode === slug}
                onPress={() => setFilter({ mode: slug, trade })}
                className="shrink-0"
              >
                {title}
              </Chip>
            ))}
          </fieldset>
        </div>
        {mode === undefined && trade === undefined && <PickedPictures />}
        <Pictures filter={filter} />
      </div>
    </>
  )
}

const tradeChoices: readonly Choice[] = [
  ...tradeSlugs.map((value) => ({ value, label: trades[value].name })),
  { value: noTrade, label: "Everything else" },
]

const stays = (): (() => void) => () => undefined

/** The filter of the address. The page that was drawn ahead has none, and is taken over as it stands. */
function useFilter(): [PictureFilter, (filter: PictureFilter) => void] {
  const [search, setSearch] = useSearchParams()
  const isTakenOver = useSyncExternalStore(
    stays,
    () => true,
    () => false,
  )
  const mode = modes.find(({ slug }) => slug === search.get("mode"))?.slug
  const trade = tradeChoices.find(({ value }) => value === search.get("trade"))?.value
  const setFilter = (filter: PictureFilter): void => {
    const wanted = Object.entries(filter).filter((entry): entry is [string, string] => entry[1] !== undefined)
    setSearch(new URLSearchParams(wanted), { replace: true, preventScrollReset: true })
  }
  return [isTakenOver ? { mode, trade } : {}, setFilter]
}

/** With fewer public pictures than this, samples of ours stand below them. */
const fewPictures = 12

const boxOf = ({ $id, width, height }: GenerationDocument): MasonryItem => ({ id: $id, width, height })

function Pictures({ filter }: { filter: PictureFilter }): ReactElement {
  const { data, isPending, error, refetch, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    usePublicPictures(filter)
  const readsOn = useReadsOn(data?.pages.length ?? 0)
  const isSaving = useDataSaver()
  const renderItem = useCallback(
    (document: GenerationDocument) => <PublicPicture document={document} isSaving={isSaving} />,
    [isSaving],
  )
  const items = useMemo(() => data?.pages.flatMap(({ documents }) => documents) ?? [], [data])
  if (isPending) return <Waiting />
  if (data === undefined) {
    return (
      <ErrorState
        title="Error fetching documents"
        text={messageOf(error, "Please try again.")}
        action={<Button onClick={() => refetch()}>Try again</Button>}
      />
    )
  }
  const readOn = (): void => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }
  return (
    <>
      {items.length === 0 ? (
        <Nothing filter={filter} />
      ) : (
        <div>
          <Masonry
            label="Public pictures"
            items={items}
            boxOf={boxOf}
            renderItem={renderItem}
            onNearEnd={readsOn ? readOn : undefined}
          />
          {hasNextPage && (
            <MorePages
              isLoading={isFetchingNextPage}
              trouble={isFetchNextPageError ? messageOf(error, "Please try again.") : undefined}
              onRetry={readOn}
              onMore={readsOn ? undefined : readOn}
            />
          )}
        </div>
      )}
      {items.length < fewPictures && <SamplePictures {...filter} />}
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

function Nothing({ filter: { mode, trade } }: { filter: PictureFilter }): ReactElement {
  const step = useMainStep()
  const titleOfNothing =
    trade !== undefined
      ? "No public picture is like that yet"
      : mode !== undefined
        ? "No public picture was made with this tool yet"
        : "Nobody has shown a picture yet"
  // Samples begin on a phone's first screen, right below.
  if (hasSamples({ mode, trade })) {
    return (
      <p>
        <span className="block font-semibold">{titleOfNothing}</span>
        <TextLink to={step.to}>Yours can be the first.</TextLink>
      </p>
    )
  }
  return (
    <EmptyState
      title={titleOfNothing}
      text="Yours can be the first."
      action={<LinkButton to={step.to}>{step.label}</LinkButton>}
      seed={8}
    />
  )
}
