import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { CalendarPlus, Copy } from "lucide-react"
import { type ReactElement, useId, useState } from "react"
import { endCalendarFeed, getCalendarFeed, renewCalendarFeed } from "#contract/academy/calendar-feed.ts"
import { messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { FormDialog } from "#web/ui/overlay/form-dialog.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { Loaded } from "./loaded.tsx"

const queryKey = ["calendarFeed"]

/** The secret address of a learner's calendar: shown when it is asked for, copied, made anew and ended. */
export function CalendarAddress(): ReactElement {
  const [isOpen, setIsOpen] = useState(false)
  const feed = useQuery({
    queryKey,
    queryFn: async () => (await call(getCalendarFeed)).data,
    enabled: isOpen,
  })
  if (!isOpen) {
    return (
      <Button variant="secondary" className="justify-self-start" onClick={() => setIsOpen(true)}>
        <CalendarPlus aria-hidden="true" />
        Add to your calendar
      </Button>
    )
  }
  return (
    <Loaded query={feed} title="The address did not load">
      {({ url }) => (url === null ? <NoAddress /> : <Address url={url} />)}
    </Loaded>
  )
}

function Address({ url }: { url: string }): ReactElement {
  const id = useId()
  const [asked, setAsked] = useState<keyof typeof questions>()
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => notify.success("Copied."),
      () => notify.error("It could not be copied. Select it and copy it by hand."),
    )
  return (
    <div className="grid gap-3">
      <label htmlFor={id} className="font-medium">
        Address of your calendar
      </label>
      <input
        id={id}
        readOnly
        value={url}
        onFocus={(event) => event.currentTarget.select()}
        className="min-h-11 min-w-0 rounded-control border border-line-strong bg-surface px-3.5 text-ink"
      />
      <p className="text-sm text-ink-soft">
        Give it to your calendar as a subscription. It then has classes, days to hand in and instalments, and what is
        moved or called off changes there. Whoever has this address can read them.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={copy}>
          <Copy aria-hidden="true" />
          Copy
        </Button>
        <Button variant="quiet" onClick={() => setAsked("renew")}>
          Renew
        </Button>
        <Button variant="quiet" onClick={() => setAsked("end")}>
          End
        </Button>
      </div>
      {asked && <Question about={asked} onClose={() => setAsked(undefined)} />}
    </div>
  )
}

function NoAddress(): ReactElement {
  const renew = useChange(renewCalendarFeed)
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-ink-soft">
        Your calendar has no address. The one that you ended answers no calendar any more.
      </p>
      <Button variant="secondary" busy={renew.isPending} onClick={() => renew.mutate()}>
        <CalendarPlus aria-hidden="true" />
        Make a new address
      </Button>
      <FormTrouble message={renew.error ? messageOf(renew.error, noAnswerMessage) : undefined} />
    </div>
  )
}

const questions = {
  renew: {
    change: renewCalendarFeed,
    title: "Renew the address?",
    description:
      "The address before ends at once: calendars that have it hear nothing new until they get the new one, and may go on showing what they had.",
    button: "Renew it",
    isDanger: false,
  },
  end: {
    change: endCalendarFeed,
    title: "End the address?",
    description:
      "It ends at once: calendars that have it hear nothing new, and may go on showing what they had. You can make a new one later.",
    button: "End it",
    isDanger: true,
  },
} as const

function useChange(change: typeof renewCalendarFeed | typeof endCalendarFeed) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(change),
    onSuccess: ({ message, data }) => {
      queries.setQueryData(queryKey, data)
      notify.success(message)
    },
  })
}

function Question({ about, onClose }: { about: keyof typeof questions; onClose: () => void }): ReactElement {
  const { change, ...words } = questions[about]
  const sent = useChange(change)
  return (
    <FormDialog
      {...words}
      isBusy={sent.isPending}
      onSend={() => sent.mutate(undefined, { onSuccess: onClose })}
      onClose={onClose}
    >
      <FormTrouble message={sent.error ? messageOf(sent.error, noAnswerMessage) : undefined} />
    </FormDialog>
  )
}
