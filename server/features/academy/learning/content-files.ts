import { readdirSync, readFileSync } from "node:fs"
import { basename } from "node:path"
import type { HandInWay, LessonKind, QuizQuestion } from "#server/db/tables/learning.ts"

/** What is written for every program alike. */
export const contentFolder = new URL("./content/", import.meta.url)

/** A file of Markdown with lines of facts before it. */
export interface ContentFile {
  title: string
  subtitle: string
  minutes: number
  accepts: HandInWay[]
  /** As in `lessons`; only tasks have it. */
  dueAfterDays: number | null
  body: string
}

/** A lesson as its file has it. */
export interface WrittenLesson extends ContentFile {
  /** Name of the file without number and ending. */
  name: string
  kind: LessonKind
  quiz: QuizQuestion[] | null
}

/** @param path inside the folder, such as `documents/handbook.md` */
export function readContent(path: string, folder = contentFolder): ContentFile {
  const text = readFileSync(new URL(path, folder), "utf8")
  const [, head = "", body = ""] = text.match(/^---\n([\s\S]*?)\n---\n([\s\S]*)$/) ?? []
  const fact = (name: string): string => head.match(new RegExp(`^${name}: (.*)$`, "m"))?.[1] ?? ""
  if (!fact("title")) throw new Error(`${path} has no title.`)
  const accepts = fact("accepts").split(", ").filter(Boolean) as HandInWay[]
  return {
    title: fact("title"),
    subtitle: fact("subtitle"),
    minutes: Number(fact("minutes")) || 0,
    accepts,
    dueAfterDays: Number(fact("days")) || null,
    body,
  }
}

/** The lessons of a folder, in the order of their numbers. */
export function readLessons(folder: URL): WrittenLesson[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".md"))
    .sort()
    .map((file) => {
      const content = readContent(file, folder)
      const kind: LessonKind = file.endsWith(".quiz.md") ? "quiz" : file.endsWith(".task.md") ? "task" : "text"
      const lessonName = basename(file).replace(/^\d+-/, "").replace(/\..*$/, "")
      if (kind !== "quiz") return { ...content, name: lessonName, kind, quiz: null }
      return { ...content, body: "", name: lessonName, kind, quiz: readQuiz(content.body) }
    })
}

/** Questions written as a list: the question, its answers with `[x]` before the right one, and the reason. */
export function readQuiz(text: string): QuizQuestion[] {
  return text
    .split(/^- question: /m)
    .slice(1)
    .map((part) => {
      const [question = "", ...lines] = part.trim().split("\n")
      const answers = lines.filter((line) => line.startsWith("  - ")).map((line) => line.slice(4))
      const right = answers.findIndex((answer) => answer.startsWith("[x] "))
      const because = lines.find((line) => line.startsWith("  because: "))?.slice(11) ?? ""
      if (right < 0 || answers.length < 2) throw new Error(`This question has no right answer: ${question}`)
      return { question, answers: answers.map((answer) => answer.replace(/^\[x\] /, "")), right, because }
    })
}
