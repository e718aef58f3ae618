import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query"
import type { ReactElement } from "react"
import { useSearchParams } from "react-router"
import { listReview, listReviewCsv, type ReviewedPicture, ReviewList } from "#contract/studio/review.ts"
import { ListHead } from "#web/content/lists/list-head.tsx"
import { AdminList } from "#web/features/operations/console/admin-list.tsx"
import { call } from "#web/lib/calls/call.ts"
import { Chip } from "#web/ui/feedback/chip.tsx"
import { ReviewCard } from "./review-card.tsx"

const names: Readonly<Record<ReviewList, string>> = {
  reports: "Reports",
  waiting: "Waiting",
  public: "Public",
  down: "Taken down",
  picks: "Picks",
}

const nothing: Readonly<Record<ReviewList, string>> = {
  reports: "No picture is reported.",
  waiting: "No picture of a new account is waiting.",
  public: "No picture is public yet.",
  down: "No picture is taken down.",
  picks: "No picture is picked. Pick some of the public ones to put them first.",
}

/** /operator/review: public pictures, what is said about them, and what becomes of them. */
export function ReviewScreen(): ReactElement {
  const [address, setAddress] = useSearchParams()
  const list = ReviewList.catch("reports").parse(address.get("list"))
  const queries = useQueryClient()
  const review = useInfiniteQuery({
    queryKey: ["listReview", list],
    initialPageParam: "",
    queryFn: ({ pageParam }) => call(listReview, { query: { list, ...(pageParam !== "" && { before: pageParam }) } }),
    getNextPageParam: ({ next }) => next || undefined,
  })
  const counts = review.data?.pages.at(-1)?.counts
  const pictures: ReviewedPicture[] = review.data?.pages.flatMap(({ data }) => data) ?? []
  const label = (name: ReviewList): string => {
    const count = name === "reports" ? counts?.reports : name === "waiting" ? counts?.waiting : undefined
    return count ? `${names[name]} (${count})` : names[name]
  }
  return (
    <div className="grid gap-6">
      <ListHead title="Review" csvPath={listReviewCsv.path} query={address.toString()} />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">List</legend>
        {ReviewList.options.map((name) => (
          <Chip key={name} isPressed={name === list} onPress={() => setAddress({ list: name }, { replace: true })}>
            {label(name)}
          </Chip>
        ))}
      </fieldset>
      <AdminList
        list={review}
        what="pictures"
        isEmpty={pictures.length === 0}
        empty={{ title: "Nothing to do", text: nothing[list] }}
      >
        <ul aria-label={names[list]} className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
          {pictures.map((picture) => (
            <ReviewCard
              key={`${picture.source}-${picture.id}`}
              picture={picture}
              onDone={() => queries.invalidateQueries({ queryKey: ["listReview"] })}
            />
          ))}
        </ul>
      </AdminList>
    </div>
  )
}
