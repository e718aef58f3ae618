import type { Work } from "./work.ts"

/** What the engine asks of a thread. */
export type ThreadCommand =
  /** Get ready for a piece of work; its film, if it needs one, lies in `memory`. */
  | { kind: "open"; job: number; work: Work; memory: object | undefined; control: Int32Array }
  /** Work on parts of one phase until none is left or the thread is asked to stop. */
  | { kind: "run"; job: number; phase: number }
  | { kind: "close"; job: number }

/** A phase as far as the scheduler needs to know it. */
export interface PhaseFacts {
  name: string
  weight: number
  isOptional: boolean
}

/** What a thread found out by getting ready. */
export interface OpenFacts {
  phases: PhaseFacts[]
  grain: number
}

/** What a thread answers. */
export type ThreadReport =
  /** Compiled and warmed up. */
  | { kind: "ready" }
  | { kind: "opened"; job: number; facts: OpenFacts }
  /** No part is left for this thread; `isStopped`: it left early. `answer`: what its parts found, if anything. */
  | { kind: "ran"; job: number; phase: number; isStopped: boolean; answer: unknown }
  /** `isInput`: what was handed in cannot be worked on, and the message says why to the person. */
  | { kind: "failed"; job: number; message: string; isInput: boolean }

/** Places in a job's control memory, shared by all threads that work on it. */
export const control = {
  /** Next part of the running phase. */
  next: 0,
  /** Parts of the running phase; -1 until a thread has counted them. */
  parts: 1,
  /** 1: leave out the rest of the phase. */
  isLate: 2,
  size: 3,
} as const

/** Places in a thread's own memory, shared with the engine. */
export const signals = {
  /** 1 asks the thread to leave its phase after the part at hand. */
  stop: 0,
  /** Counted up by the thread after every part: while it counts, it lives. */
  heartbeat: 1,
  size: 2,
} as const

/** What a thread is started with. */
export interface ThreadData {
  signals: Int32Array
}
