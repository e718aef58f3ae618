/** Share of a quiz that must be right to pass it. */
export const quizPassShare = 0.6

/** Tries of a quiz after which its right answers are told, whether it was passed or not; it can be tried again after them. */
export const quizTries = 3

/** Bounds of what is handed in. */
export const handInLimits = {
  textCharacters: 10_000,
  linkCharacters: 1_000,
  files: 6,
} as const

/** Longest note of a learner beside a lesson, in characters. */
export const noteCharacters = 10_000

/** Minutes before a live class from which on one may come in. */
export const joinMinutesBefore = 15

/** Parts of the study kit for confirmed applicants, with their files. Sizes are read from the files. */
export const studyKitItems = [
  { id: "kit", title: "Study kit", text: "Four evenings of preparation, with three exercises.", file: "study-kit.pdf" },
  {
    id: "assessment",
    title: "Assessment overview",
    text: "What is asked, how it is marked, and what to do when the network fails.",
    file: "assessment-overview.pdf",
  },
] as const

/** Written files of admitted learners. */
export const resourceFiles = [
  {
    id: "handbook",
    title: "Learner handbook",
    text: "Course structure, timelines, and the rules we keep with each other.",
    file: "handbook.pdf",
  },
] as const

/** The sample lesson in its versions, which all last equally long. */
export const sampleLesson = {
  title: "Sample lesson: The cable between the tools",
  seconds: 78,
  versions: [
    { id: "video-480", title: "Video, 480 lines", file: "sample-lesson-480.mp4", mimeType: "video/mp4" },
    {
      id: "video-240",
      title: "Video, 240 lines, for slow connections",
      file: "sample-lesson-240.mp4",
      mimeType: "video/mp4",
    },
    { id: "audio", title: "Sound only", file: "sample-lesson.m4a", mimeType: "audio/mp4" },
  ],
  captions: "sample-lesson.vtt",
} as const

/** Module that comes before the first class of every program. */
export const scrumModuleId = "scrum-fundamentals"
