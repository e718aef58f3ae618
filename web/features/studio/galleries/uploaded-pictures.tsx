import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Copy, Maximize2 } from "lucide-react"
import { type ReactElement, useCallback, useEffect, useMemo } from "react"
import type { StoredFile } from "#contract/hosted/files.ts"
import { messages } from "#contract/messages.ts"
import { messageOf } from "#web/lib/calls/api-error.ts"
import { deleteUpload, listUploads, pageSize } from "#web/lib/calls/backend.ts"
import { queryKeys } from "#web/lib/calls/query-keys.ts"
import { useDataSaver, useReadsOn } from "#web/lib/page/data-saver.ts"
import { modelsQuery } from "#web/lib/studio/models.ts"
import { Button } from "#web/ui/button/button.tsx"
import { LinkButton } from "#web/ui/button/link-button.tsx"
import { EmptyState, ErrorState } from "#web/ui/layout/empty-state.tsx"
import { Masonry } from "#web/ui/layout/masonry.tsx"
import type { MasonryItem } from "#web/ui/layout/masonry-layout.ts"
import { MorePages } from "#web/ui/layout/more-pages.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { useLazyPart } from "#web/ui/overlay/use-lazy-part.ts"
import { GallerySkeleton } from "./gallery-skeleton.tsx"
import { copyAddress } from "./picture/copy-address.ts"
import { type ShowPicture, useOpenPicture } from "./picture/use-open-picture.ts"
import { Tile } from "./tile.tsx"
import { shapeOf, uploadPath, uploadPreview } from "./upload-facts.ts"

const boxOf = (file: StoredFile): MasonryItem => ({ id: file.$id, ...shapeOf(file) })

/** The pictures a person uploaded, with what they are used for. */
export function UploadedPictures(): ReactElement {
  const uploads = useInfiniteQuery({
    queryKey: queryKeys.uploads,
    meta: { isKept: true },
    queryFn: ({ pageParam }) => listUploads(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.$id),
  })
  const readsOn = useReadsOn(uploads.data?.pages.length ?? 0)
  const previewWidth = useDataSaver() ? 320 : 480
  const [openId, setOpenId] = useOpenPicture()
  const labelOfUse = useUses()
  const items = useMemo(() => uploads.data?.pages.flat(), [uploads.data])
  const renderItem = useCallback(
    (file: StoredFile) => (
      <Tile
        href={uploadPath(file)}
        image={
          <img
            src={uploadPreview(file, previewWidth)}
            alt={file.name}
            decoding="async"
            className="size-full bg-raised object-cover"
          />
        }
        words={`${file.name}. ${labelOfUse(file.$id)}`}
        actions={[
          { label: "Copy address", Icon: Copy, onPress: () => void copyAddress(uploadPath(file)) },
          { label: "Details", Icon: Maximize2, onPress: () => setOpenId(file.$id) },
        ]}
      />
    ),
    [setOpenId, labelOfUse, previewWidth],
  )
  if (!items) {
    if (!uploads.error) return <GallerySkeleton />
    return (
      <ErrorState
        title="Your uploads could not be loaded"
        text={messageOf(uploads.error, "")}
        action={<Button onClick={() => void uploads.refetch()}>Try again</Button>}
      />
    )
  }
  if (items.length === 0) {
    return <EmptyState title={messages.galleryEmpty} action={<LinkButton to="/app">Go to the dashboard</LinkButton>} />
  }
  const readOn = (): void => {
    if (uploads.hasNextPage && !uploads.isFetchingNextPage) void uploads.fetchNextPage()
  }
  return (
    <>
      <Masonry
        label="Uploaded pictures"
        items={items}
        boxOf={boxOf}
        renderItem={renderItem}
        onNearEnd={readsOn ? readOn : undefined}
      />
      <MorePages
        isLoading={uploads.isFetchingNextPage}
        trouble={uploads.isFetchNextPageError ? messageOf(uploads.error, "") : undefined}
        onRetry={readOn}
        onMore={uploads.hasNextPage ? readOn : undefined}
      />
      {openId !== undefined && (
        <OpenUpload files={items} openId={openId} labelOfUse={labelOfUse} onOpen={setOpenId} onNearEnd={readOn} />
      )}
    </>
  )
}

/** @returns which of the person's models learn from an upload, in words */
function useUses(): (fileId: string) => string {
  const models = useQuery(modelsQuery).data
  return useCallback(
    (id) => {
      const titles = (models ?? [])
        .filter(({ images }) => images.some((one) => one.includes(`/${id}/`)))
        .map(({ title }) => title)
      return titles.length > 0 ? `Used by ${titles.join(", ")}` : "Not used by a model"
    },
    [models],
  )
}

interface OpenUploadProps {
  files: readonly StoredFile[]
  openId: string
  labelOfUse: (fileId: string) => string
  onOpen: ShowPicture
  /** Called when the last upload that has been read is looked at. */
  onNearEnd: () => void
}

const loadUploadDialog = async () => (await import("./upload-dialog.tsx")).UploadDialog

function OpenUpload({ files, openId, labelOfUse, onOpen, onNearEnd }: OpenUploadProps): ReactElement | null {
  const queries = useQueryClient()
  const { part: UploadDialog, want } = useLazyPart(loadUploadDialog)
  useEffect(want, [want])
  const index = files.findIndex(({ $id }) => $id === openId)
  const [file, previous, next] = [files[index], files[index - 1], files[index + 1]]
  const remove = useMutation({
    mutationFn: deleteUpload,
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: queryKeys.uploads })
      void queries.invalidateQueries({ queryKey: queryKeys.models })
    },
    onError: (error) => notify.error(messageOf(error, "The picture could not be deleted.")),
  })
  if (file === undefined || !UploadDialog) return null
  const goTo = (neighbour: StoredFile | undefined) =>
    neighbour &&
    ((): void => {
      onOpen(neighbour.$id)
      if (files.at(-1) === neighbour) onNearEnd()
    })
  return (
    <UploadDialog
      file={file}
      use={labelOfUse(file.$id)}
      onPrevious={goTo(previous)}
      onNext={goTo(next)}
      onClose={() => onOpen(undefined)}
      onDelete={() => remove.mutate(file.$id, { onSuccess: () => onOpen((next ?? previous)?.$id, file.$id) })}
      isDeleting={remove.isPending}
    />
  )
}
