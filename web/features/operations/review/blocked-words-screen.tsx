import { useQuery, useQueryClient } from "@tanstack/react-query"
import { type ReactElement, useState } from "react"
import { type WordLanguage, wordLanguageCodes, wordLanguages } from "#contract/catalogue/word-languages.ts"
import {
  addBlockedWord,
  type BlockedWord,
  changeBlockedWord,
  listBlockedWords,
  listBlockedWordsCsv,
  removeBlockedWord,
  WordReach,
} from "#contract/studio/blocked-words.ts"
import { ListHead } from "#web/content/lists/list-head.tsx"
import { NotLoaded } from "#web/content/lists/not-loaded.tsx"
import { ReasonDialog } from "#web/features/operations/console/reason-dialog.tsx"
import { call } from "#web/lib/calls/call.ts"
import { Button } from "#web/ui/button/button.tsx"
import { Badge } from "#web/ui/feedback/badge.tsx"
import { Chip } from "#web/ui/feedback/chip.tsx"
import { Skeleton } from "#web/ui/feedback/skeleton.tsx"
import { SelectField } from "#web/ui/form/select-field.tsx"
import { TextField } from "#web/ui/form/text-field.tsx"
import { TextareaField } from "#web/ui/form/textarea-field.tsx"
import { EmptyState } from "#web/ui/layout/empty-state.tsx"
import { TryWords } from "./try-blocked-words.tsx"

const reachWords = { public: "On public pictures", always: "On every picture" } as const

/** /operator/words: what may not be drawn or said on pictures. */
export function WordsScreen(): ReactElement {
  const [language, setLanguage] = useState<WordLanguage>("en")
  const [editing, setEditing] = useState<BlockedWord | "new">()
  const [removing, setRemoving] = useState<BlockedWord>()
  const queries = useQueryClient()
  const words = useQuery({ queryKey: ["listBlockedWords"], queryFn: async () => (await call(listBlockedWords)).data })
  const renew = (): Promise<void> => queries.invalidateQueries({ queryKey: ["listBlockedWords"] })
  const shown = words.data?.filter((word) => word.language === language) ?? []
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <ListHead title="Words" csvPath={listBlockedWordsCsv.path} />
        <p className="max-w-measure text-ink-soft">
          Orders with these words are refused before anything is charged. Stretched letters, accents, digits and signs
          for letters are seen through; a word inside a longer one does not count unless it ends with *.
        </p>
      </div>
      <TryWords />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Language</legend>
          {wordLanguageCodes.map((code) => (
            <Chip key={code} isPressed={code === language} onPress={() => setLanguage(code)}>
              {wordLanguages[code]}
            </Chip>
          ))}
        </fieldset>
        <Button onClick={() => setEditing("new")}>Add a word</Button>
      </div>
      {words.isPending ? (
        <Skeleton className="h-64" />
      ) : words.error ? (
        <NotLoaded title="The words did not load" error={words.error} onRetry={words.refetch} />
      ) : shown.length === 0 ? (
        <EmptyState title="No word in this language" text="Add the first one." />
      ) : (
        <ul aria-label="Words" className="grid divide-y divide-line rounded-card border border-line">
          {shown.map((word) => (
            <li key={word.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <span className="w-full min-w-0 wrap-anywhere sm:w-auto sm:grow sm:basis-60">
                <span className="font-medium">{word.word}</span>
                {word.spellings.length > 0 && <span className="text-ink-soft"> · {word.spellings.join(" · ")}</span>}
              </span>
              <span className="flex w-full flex-wrap items-center gap-2 sm:w-auto">
                <Badge tone={word.reach === "always" ? "clay" : "neutral"} className="sm:mr-2">
                  {reachWords[word.reach]}
                </Badge>
                <span className="ml-auto flex gap-1">
                  <Button
                    variant="quiet"
                    className="px-3"
                    aria-label={`Change ${word.word}`}
                    onClick={() => setEditing(word)}
                  >
                    Change
                  </Button>
                  <Button
                    variant="quiet"
                    className="px-3"
                    aria-label={`Remove ${word.word}`}
                    onClick={() => setRemoving(word)}
                  >
                    Remove
                  </Button>
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {editing && (
        <WordDialog
          word={editing === "new" ? undefined : editing}
          language={language}
          onDone={renew}
          onClose={() => setEditing(undefined)}
        />
      )}
      {removing && (
        <ReasonDialog
          title={`Remove “${removing.word}”`}
          description="Orders with this word are taken again."
          button="Remove"
          isDanger
          send={(reason) => call(removeBlockedWord, { params: { wordId: removing.id }, body: { reason } })}
          onDone={renew}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </div>
  )
}

interface WordDialogProps {
  word: BlockedWord | undefined
  language: WordLanguage
  onDone: () => Promise<void>
  onClose: () => void
}

function WordDialog({ word, language, onDone, onClose }: WordDialogProps): ReactElement {
  const send = async (reason: string, form: FormData): Promise<{ message: string }> => {
    const text = (name: string): string => String(form.get(name) ?? "").trim()
    const body = {
      language: wordLanguageCodes.find((code) => code === text("language")) ?? language,
      word: text("word"),
      spellings: text("spellings")
        .split(/[\n,]+/)
        .map((spelling) => spelling.trim())
        .filter(Boolean),
      reach: WordReach.catch("public").parse(text("reach")),
      reason,
    }
    if (word) await call(changeBlockedWord, { params: { wordId: word.id }, body })
    else await call(addBlockedWord, { body })
    return { message: word ? "The word is changed." : "The word is on the list." }
  }
  return (
    <ReasonDialog
      title={word ? "Change a word" : "Add a word"}
      description="It counts from the next order on."
      button={word ? "Change" : "Add"}
      send={send}
      onDone={onDone}
      onClose={onClose}
    >
      <SelectField
        name="language"
        label="Language"
        choices={wordLanguageCodes.map((value) => ({ value, label: wordLanguages[value] }))}
        defaultValue={word?.language ?? language}
      />
      <TextField
        name="word"
        label="Word"
        hint="One word or several. A * at the end stands for any ending."
        defaultValue={word?.word}
        autoComplete="off"
        autoCapitalize="none"
      />
      <TextareaField
        name="spellings"
        label="Other spellings"
        optional
        rows={3}
        hint="One on each line."
        defaultValue={word?.spellings.join("\n")}
      />
      <SelectField
        name="reach"
        label="Where it is refused"
        choices={WordReach.options.map((value) => ({ value, label: reachWords[value] }))}
        defaultValue={word?.reach ?? "public"}
      />
    </ReasonDialog>
  )
}
