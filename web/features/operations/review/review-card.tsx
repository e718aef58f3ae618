import { type ReactElement, useState } from "react"
import { reportReasons } from "#contract/catalogue/report-reasons.ts"
import {
  approvePicture,
  dismissReports,
  pickPicture,
  type ReviewedPicture,
  restorePicture,
  takePictureDown,
  unpickPicture,
} from "#contract/studio/review.ts"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { call } from "#web/lib/calls/call.ts"
import { formatMoment, formatZonedMoment } from "#web/lib/format/format.ts"
import { Button } from "#web/ui/button/button.tsx"
import { TextLink } from "#web/ui/button/text-link.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"

type Step = keyof typeof steps

/** What can be done with a picture, and what it means. */
const steps = {
  takeDown: {
    endpoint: takePictureDown,
    button: "Take down",
    title: "Take this picture down",
    text: "From now on its maker and our team alone see it. They get a mail with the reason, and it counts as a strike.",
    isDanger: true,
    isRoutine: false,
    reader: "mailed",
  },
  restore: {
    endpoint: restorePicture,
    button: "Restore",
    title: "Show this picture again",
    text: "Everybody can see it again, the strike goes, and its maker gets a mail with the reason.",
    isDanger: false,
    isRoutine: false,
    reader: "mailed",
  },
  dismiss: {
    endpoint: dismissReports,
    button: "Leave it",
    title: "Leave this picture",
    text: "The open reports about it are closed.",
    isDanger: false,
    isRoutine: true,
    reader: "team",
  },
  approve: {
    endpoint: approvePicture,
    button: "Approve",
    title: "Approve this picture",
    text: "It goes on the showcase now, and so does what this person publishes from now on.",
    isDanger: false,
    isRoutine: true,
    reader: "team",
  },
  pick: {
    endpoint: pickPicture,
    button: "Pick",
    title: "Put it first",
    text: "It stands among the first pictures of the showcase.",
    isDanger: false,
    isRoutine: true,
    reader: "team",
  },
  unpick: {
    endpoint: unpickPicture,
    button: "Take off the picks",
    title: "Take it off the picks",
    text: "It stays public, in its usual place.",
    isDanger: false,
    isRoutine: true,
    reader: "team",
  },
} as const

function stepsOf({ isTakenDown, waitsUntil, isPicked, reports }: ReviewedPicture): Step[] {
  if (isTakenDown) return ["restore"]
  return [
    "takeDown",
    ...(reports.length > 0 ? (["dismiss"] as const) : []),
    ...(waitsUntil === "" ? ([isPicked ? "unpick" : "pick"] as const) : (["approve"] as const)),
  ]
}

interface ReviewCardProps {
  picture: ReviewedPicture
  onDone: () => Promise<unknown>
}

/** One public picture: what it shows, who made it, what is said about it, and what can be done. */
export function ReviewCard({ picture, onDone }: ReviewCardProps): ReactElement {
  const [step, setStep] = useState<Step>()
  const { source, id, prompt, preview, width, height, createdAt, owner, strikes, reports } = picture
  const chosen = step && steps[step]
  return (
    <li className="grid content-start gap-3 rounded-card border border-line bg-surface p-4">
      <img
        src={preview}
        alt=""
        width={width}
        height={height}
        loading="lazy"
        className="h-64 w-full rounded-control bg-raised object-contain"
      />
      <div className="flex flex-wrap gap-2">
        {picture.isTakenDown && <Badge tone="clay">Taken down</Badge>}
        {picture.waitsUntil !== "" && <Badge tone="amber">Waits until {formatZonedMoment(picture.waitsUntil)}</Badge>}
        {picture.isPicked && <Badge tone="indigo">Picked</Badge>}
        {owner.publishing === "blocked" && <Badge tone="clay">May not publish</Badge>}
        {strikes > 0 && <Badge tone="ochre">{strikes === 1 ? "1 strike" : `${strikes} strikes`}</Badge>}
      </div>
      <h2 className="text-base font-medium wrap-anywhere">{prompt}</h2>
      <p className="text-sm text-ink-soft wrap-anywhere">
        <TextLink to={`/operator/people/${owner.id}`}>{owner.name || "No name"}</TextLink> · {formatMoment(createdAt)}
      </p>
      {picture.takenDownFor !== "" && <p className="text-sm wrap-anywhere">Reason: {picture.takenDownFor}</p>}
      {reports.length > 0 && (
        <ul aria-label="Reports" className="grid gap-2 rounded-control bg-clay-wash p-3 text-sm">
          {reports.map(({ reason, note, createdAt: at }) => (
            <li key={`${at}${reason}`} className="wrap-anywhere">
              <span className="font-medium">{reportReasons[reason]}</span>
              {note !== "" && `: ${note}`} <span className="text-ink-soft">{formatMoment(at)}</span>
            </li>
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {stepsOf(picture).map((name) => (
          <Button
            key={name}
            variant={steps[name].isDanger ? "danger" : "secondary"}
            aria-label={`${steps[name].button}: ${prompt}`}
            onClick={() => setStep(name)}
          >
            {steps[name].button}
          </Button>
        ))}
      </div>
      {chosen && (
        <ReasonDialog
          title={chosen.title}
          description={chosen.text}
          button={chosen.button}
          isDanger={chosen.isDanger}
          isRoutine={chosen.isRoutine}
          reader={chosen.reader}
          send={(reason) => call(chosen.endpoint, { params: { source, pictureId: id }, body: { reason } })}
          onDone={onDone}
          onClose={() => setStep(undefined)}
        />
      )}
    </li>
  )
}
