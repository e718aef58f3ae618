import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Share2, Trash2 } from "lucide-react"
import { type ReactElement, useState } from "react"
import { imagesBucketId, type StoredFile, viewPath } from "#contract/hosted/files.ts"
import { projectId } from "#contract/hosted/project.ts"
import { messages } from "#contract/messages.ts"
import { messageOf } from "#web/lib/api-error.ts"
import { deleteUpload, listUploads, pageSize } from "#web/lib/backend.ts"
import { formatDate } from "#web/lib/format.ts"
import { modelsQuery } from "#web/lib/models.ts"
import { photoToolAddress } from "#web/lib/photo-tools.ts"
import { picturePath } from "#web/lib/picture-path.ts"
import { queryKeys } from "#web/lib/query-keys.ts"
import { Button } from "#web/ui/button.tsx"
import { Dialog } from "#web/ui/dialog.tsx"
import { EmptyState, ErrorState } from "#web/ui/empty-state.tsx"
import { LinkButton } from "#web/ui/link-button.tsx"
import { notify } from "#web/ui/toast.tsx"
import { GallerySkeleton } from "./gallery-skeleton.tsx"
import { formatBytes } from "./picture-facts.ts"

/** The pictures a person uploaded, with what they are used for. */
export function UploadedPictures(): ReactElement {
  const queries = useQueryClient()
  const [asked, setAsked] = useState<StoredFile>()
  const models = useQuery(modelsQuery).data ?? []
  const uploads = useInfiniteQuery({
    queryKey: queryKeys.uploads,
    queryFn: ({ pageParam }) => listUploads(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => (last.length < pageSize ? undefined : last.at(-1)?.$id),
  })
  const remove = useMutation({
    mutationFn: deleteUpload,
    onSuccess: () => {
      setAsked(undefined)
      void queries.invalidateQueries({ queryKey: queryKeys.uploads })
      void queries.invalidateQueries({ queryKey: queryKeys.models })
    },
    onError: (error) => notify.error(messageOf(error, "The picture could not be deleted.")),
  })
  const files = uploads.data?.pages.flat()
  if (!files) {
    if (!uploads.error) return <GallerySkeleton />
    return (
      <ErrorState
        title="Your uploads could not be loaded"
        text={messageOf(uploads.error, "")}
        action={<Button onClick={() => void uploads.refetch()}>Try again</Button>}
      />
    )
  }
  if (files.length === 0) {
    return <EmptyState title={messages.galleryEmpty} action={<LinkButton to="/app">Go to the dashboard</LinkButton>} />
  }
  const usersOf = (id: string): string => {
    const titles = models
      .filter(({ images }) => images.some((one) => one.includes(`/${id}/`)))
      .map(({ title }) => title)
    return titles.length > 0 ? `Used by ${titles.join(", ")}` : "Not used by a model"
  }
  return (
    <>
      <ul aria-label="Uploaded pictures" className="grid gap-2.5 md:grid-cols-2 lg:grid-cols-3 xl:grid-cols-4">
        {files.map((file) => {
          const path = picturePath(viewPath(imagesBucketId, file.$id, projectId))
          return (
            <li key={file.$id} className="overflow-hidden rounded-card border border-line bg-surface">
              <a href={path} target="_blank" rel="noopener" className="block aspect-square bg-raised -outline-offset-4">
                <img
                  src={path.replace("/view?", "/preview?width=480&output=webp&quality=80&")}
                  alt={file.name}
                  loading="lazy"
                  className="size-full object-cover"
                />
              </a>
              <div className="flex items-start justify-between gap-2 p-3 text-sm">
                <div className="min-w-0">
                  <p className="truncate font-medium">{file.name}</p>
                  <p className="text-ink-soft">
                    {formatDate(file.$createdAt)}, {formatBytes(file.sizeOriginal)}
                  </p>
                  <p className="text-ink-soft">{usersOf(file.$id)}</p>
                </div>
                <Button variant="quiet" size="icon" aria-label={`Delete ${file.name}`} onClick={() => setAsked(file)}>
                  <Trash2 aria-hidden="true" />
                </Button>
              </div>
              <p className="px-3 pb-3">
                <LinkButton
                  variant="secondary"
                  wide
                  to={photoToolAddress.export(path)}
                  aria-label={`Download for… ${file.name}`}
                >
                  <Share2 aria-hidden="true" />
                  Download for…
                </LinkButton>
              </p>
            </li>
          )
        })}
      </ul>
      {uploads.hasNextPage && (
        <div className="grid place-items-center pt-6">
          <Button variant="secondary" busy={uploads.isFetchingNextPage} onClick={() => void uploads.fetchNextPage()}>
            Load more
          </Button>
        </div>
      )}
      {asked && (
        <Dialog
          open
          onOpenChange={() => setAsked(undefined)}
          title="Delete this upload for good?"
          description={`${asked.name}. ${usersOf(asked.$id)}.`}
          actions={
            <Button variant="danger" busy={remove.isPending} onClick={() => remove.mutate(asked.$id)}>
              Delete picture
            </Button>
          }
        />
      )}
    </>
  )
}
