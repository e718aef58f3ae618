import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useEffect, useState } from "react"
import {
  addLesson,
  changeLesson,
  listModules,
  previewText,
  type StaffLesson,
  type StaffModule,
} from "#contract/academy/teaching.ts"
import { findProgram } from "#contract/catalogue/programs/open-programs.ts"
import { Loaded } from "#web/features/academy/learning/loaded.tsx"
import { TextBlocks } from "#web/features/academy/learning/text-blocks.tsx"
import { ApiError, messageOf, noAnswerMessage } from "#web/lib/calls/api-error.ts"
import { call } from "#web/lib/calls/call.ts"
import { useSession } from "#web/lib/session/session.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Checkbox } from "#web/ui/form/checkbox.tsx"
import { FormTrouble } from "#web/ui/form/form-error.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { Card } from "#web/ui/layout/card.tsx"
import { notify } from "#web/ui/overlay/toast.tsx"
import { draftOf, isSameText, keepDraft, type LessonDraft, readStoredDraft } from "./lesson-draft.ts"
import { LessonFileFields } from "./lesson-file-fields.tsx"
import { LessonHistory } from "./lesson-history.tsx"
import { LessonOutline, ModuleOutline, modulesKey as queryKey } from "./lesson-outline.tsx"
import { QuestionFields } from "./question-fields.tsx"
import { useLessonUploads } from "./use-lesson-uploads.ts"

const newLesson = "new"

/** Where a lesson's draft is kept. */
const placeOf = (id: string): string => `lesson:${id}`

/** Lessons by module: their text with a preview, a new one at the end of each. */
export function LessonEditor(): ReactElement {
  const modules = useQuery({ queryKey, queryFn: async () => (await call(listModules)).data })
  const [chosenId, setModuleId] = useState("")
  const [lessonId, setLessonId] = useState("")
  // The form begins anew with what was brought back.
  const [round, setRound] = useState(0)
  const open = (id: string): void => {
    setModuleId(id)
    setLessonId("")
  }
  return (
    <Loaded query={modules} title="The lessons did not load">
      {(data) => {
        const module = data.find(({ id }) => id === chosenId) ?? data[0]
        const moduleId = module?.id ?? ""
        const phase = data.filter((one) => one.programId === module?.programId && one.phase === module?.phase)
        const lesson = module?.lessons.find(({ id }) => id === lessonId)
        return (
          <div className="grid gap-6">
            <div className="grid gap-x-6 sm:grid-cols-2">
              <SelectField
                label="Module"
                placeholder="Choose a module"
                value={moduleId}
                choices={data.map(({ id, title, programId }) => ({
                  value: id,
                  label: `${title} (${findProgram(programId)?.program_name ?? programId ?? "every program"})`,
                }))}
                onChange={(event) => open(event.target.value)}
              />
              {module && (
                <SelectField
                  label="Lesson"
                  placeholder="Choose a lesson"
                  value={lessonId}
                  choices={[
                    ...module.lessons.map(({ id, title, position }) => ({ value: id, label: `${position}. ${title}` })),
                    { value: newLesson, label: "Add a lesson" },
                  ]}
                  onChange={(event) => setLessonId(event.target.value)}
                />
              )}
            </div>
            {module && (
              <div className="grid gap-6 lg:grid-cols-2">
                {phase.length > 1 && <ModuleOutline modules={phase} chosen={moduleId} onChoose={open} />}
                {module.lessons.length > 0 && (
                  <LessonOutline module={module} chosen={lessonId} onChoose={setLessonId} />
                )}
              </div>
            )}
            {module && lessonId !== "" && (
              <LessonForm
                key={`${lessonId}${moduleId}${round}`}
                module={module}
                lesson={lesson}
                onSaved={setLessonId}
              />
            )}
            {lesson && <LessonHistory key={lesson.id} lesson={lesson} onBroughtBack={() => setRound(round + 1)} />}
          </div>
        )
      }}
    </Loaded>
  )
}

interface LessonFormProps {
  module: StaffModule
  /** Absent for a new one. */
  lesson: StaffLesson | undefined
  onSaved: (id: string) => void
}

function LessonForm({ module, lesson, onSaved }: LessonFormProps): ReactElement {
  const queries = useQueryClient()
  const { id: userId } = useSession()
  const place = lesson ? placeOf(lesson.id) : placeOf(`new in ${module.id}`)
  const [saved, setSaved] = useState(() => draftOf(lesson))
  const [draft, setDraft] = useState(() => {
    const kept = readStoredDraft(place, userId)
    return kept && !isSameText(kept, saved) ? kept : saved
  })
  const isChanged = !isSameText(draft, saved)
  useEffect(() => keepDraft(place, userId, isChanged ? draft : null), [place, userId, isChanged, draft])
  /** Leaves what was typed for the lesson as it is now. */
  const discard = (): void => {
    const now = draftOf(lesson)
    setSaved(now)
    setDraft(now)
    save.reset()
  }
  const set = (change: Partial<LessonDraft>) => setDraft((before) => ({ ...before, ...change }))
  const uploads = useLessonUploads({
    onFile: (file) => setDraft((before) => ({ ...before, files: [...before.files, file] })),
    onPicture: (markdown) => setDraft((before) => ({ ...before, body: `${before.body.trimEnd()}\n\n${markdown}\n` })),
  })
  const save = useMutation({
    mutationFn: async (sent: LessonDraft) => {
      const { kind, version, ...text } = sent
      return lesson
        ? call(changeLesson, { params: { lessonId: lesson.id }, body: { ...text, version } })
        : call(addLesson, { params: { moduleId: module.id }, body: { ...text, kind } })
    },
    onSuccess: async ({ data }, sent) => {
      notify.success("The lesson is saved.")
      setSaved(sent)
      set({ version: data.version })
      await queries.invalidateQueries({ queryKey })
      const kept = readStoredDraft(place, userId)
      if (!lesson && kept && isSameText(kept, sent)) keepDraft(place, userId, null)
    },
    onError: (error) => (isChangedByOther(error) ? queries.invalidateQueries({ queryKey }) : undefined),
  })
  /** Goes on with a new lesson that is there now; what was typed since it was sent goes along. */
  const goOn = (id: string, version: number): void => {
    const typed = lesson ? null : readStoredDraft(place, userId)
    if (typed) {
      keepDraft(placeOf(id), userId, { ...typed, version })
      keepDraft(place, userId, null)
    }
    onSaved(id)
  }
  return (
    <form
      noValidate
      className="grid gap-6 xl:grid-cols-2"
      onSubmit={(event) => {
        event.preventDefault()
        // Whoever went to another lesson meanwhile stays there.
        save.mutate(draft, { onSuccess: ({ data }) => goOn(data.id, data.version) })
      }}
    >
      <div className="grid min-w-0 content-start">
        <TextField label="Title" value={draft.title} onChange={(event) => set({ title: event.target.value })} />
        <div className="grid gap-x-4 sm:grid-cols-2">
          <SelectField
            label="Kind"
            value={draft.kind}
            disabled={lesson !== undefined}
            choices={[
              { value: "text", label: "Text" },
              { value: "quiz", label: "Quiz" },
              { value: "task", label: "Task" },
            ]}
            onChange={(event) => set({ kind: event.target.value as LessonDraft["kind"] })}
          />
          <TextField
            label="Minutes"
            type="number"
            min={1}
            max={600}
            value={draft.minutes}
            onChange={(event) => set({ minutes: Number(event.target.value) })}
          />
        </div>
        <TextareaField
          label="Text (Markdown)"
          optional={draft.kind === "quiz"}
          hint="## heading, **bold**, lists, tables, > quote. Pictures are added below."
          rows={14}
          value={draft.body}
          onChange={(event) => set({ body: event.target.value })}
        />
        <LessonFileFields
          files={draft.files}
          onFiles={(change) => setDraft((before) => ({ ...before, files: change(before.files) }))}
          uploads={uploads}
        />
        <TextField
          label="Video on another site"
          optional
          type="url"
          value={draft.videoUrl}
          onChange={(event) => set({ videoUrl: event.target.value })}
        />
        {draft.kind === "task" && (
          <>
            <HandInWays value={draft.accepts} onChange={(accepts) => set({ accepts })} />
            <TextField
              label="Days to hand in"
              optional
              type="number"
              min={1}
              max={365}
              hint="From the day its module opens, or from the first class if that is later. Empty for any day."
              value={draft.dueAfterDays ?? ""}
              onChange={({ target }) => set({ dueAfterDays: target.value === "" ? null : Number(target.value) })}
            />
          </>
        )}
        {draft.kind === "quiz" && (
          <QuestionFields questions={draft.questions} onChange={(questions) => set({ questions })} />
        )}
        <Checkbox
          label="Draft"
          hint="Those who teach see it, no learner does."
          checked={draft.isDraft}
          onChange={(event) => set({ isDraft: event.target.checked })}
        />
        <FormTrouble message={save.error ? messageOf(save.error, noAnswerMessage) : undefined}>
          {lesson && isChangedByOther(save.error) && (
            <div className="grid justify-items-start gap-2">
              <p>What you typed is still here. Copy what you want to keep before you look at theirs.</p>
              <Button variant="secondary" onClick={discard}>
                Show it as it is now
              </Button>
            </div>
          )}
        </FormTrouble>
        <div className="mt-4 flex flex-wrap items-center gap-3">
          <Button type="submit" busy={save.isPending} disabled={uploads.isPending}>
            Save the lesson
          </Button>
          {isChanged && !isChangedByOther(save.error) && (
            <Button variant="secondary" disabled={save.isPending} onClick={discard}>
              Discard changes
            </Button>
          )}
        </div>
        <p role="status" className="mt-2 text-ink-soft">
          {isChanged && "Not saved yet. What you typed is kept in this tab."}
        </p>
      </div>
      <Preview draft={draft} lessonId={lesson?.id} />
    </form>
  )
}

const isChangedByOther = (error: unknown): boolean => error instanceof ApiError && error.type === "version_changed"

const ways = { photo: "Photo", file: "Document", link: "Link", text: "Text" } as const

function HandInWays({
  value,
  onChange,
}: {
  value: LessonDraft["accepts"]
  onChange: (value: LessonDraft["accepts"]) => void
}): ReactElement {
  return (
    <fieldset className="grid gap-1 pb-4">
      <legend className="mb-1 font-medium">Handed in as</legend>
      {(Object.keys(ways) as (keyof typeof ways)[]).map((way) => (
        <Checkbox
          key={way}
          label={ways[way]}
          checked={value.includes(way)}
          onChange={(event) =>
            onChange(event.target.checked ? [...value, way] : value.filter((other) => other !== way))
          }
        />
      ))}
    </fieldset>
  )
}

/** Wait after the last key before a preview is asked for, in ms. */
const previewDelayMs = 400

/** The lesson as a learner sees it: its text, what comes with it, and the questions without what is right. */
function Preview({ draft, lessonId }: { draft: LessonDraft; lessonId: string | undefined }): ReactElement {
  const { title, minutes, body: text, files, videoUrl, questions, kind } = draft
  const [asked, setAsked] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), previewDelayMs)
    return () => clearTimeout(timer)
  }, [text])
  const preview = useQuery({
    queryKey: ["previewText", lessonId, asked],
    queryFn: async () => (await call(previewText, { body: { text: asked, lessonId } })).data,
    placeholderData: (before) => before,
  })
  return (
    <Card className="grid min-w-0 content-start gap-4">
      <h2 className="text-sm font-medium text-ink-soft">As a learner sees it</h2>
      <div>
        <p className="text-2xl wrap-anywhere">{title || "No title yet"}</p>
        <p className="text-ink-soft">About {minutes} minutes</p>
      </div>
      {preview.data && preview.data.length > 0 ? (
        <TextBlocks blocks={preview.data} />
      ) : (
        <p className="text-ink-soft">No text yet.</p>
      )}
      {videoUrl !== "" && <p className="wrap-anywhere">Video: {videoUrl}</p>}
      {files.length > 0 && (
        <ul aria-label="Files" className="list-disc pl-5">
          {files.map(({ fileId, title: name }) => (
            <li key={fileId}>{name}</li>
          ))}
        </ul>
      )}
      {kind === "quiz" && (
        <ol className="grid list-decimal gap-3 pl-5">
          {questions.map(({ question, answers }, index) => (
            // Questions have no id, and their order is what tells them apart.
            // biome-ignore lint/suspicious/noArrayIndexKey: see above
            <li key={index}>
              <p className="font-medium">{question}</p>
              <ul className="pl-2">
                {answers.map((answer, place) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: likewise
                  <li key={place}>○ {answer}</li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </Card>
  )
}
