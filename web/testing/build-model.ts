import type { Model } from "#contract/studio/trainings.ts"

/** A model of one's own for tests, trained and shot; takes only what the test is about. */
export function buildModel(about: Partial<Model> = {}): Model {
  return {
    id: "m1",
    triggerWord: "Bags-1",
    title: "Market bag",
    PrimaryStyle: "Bags",
    engine: "local",
    trainingStatus: "photoshoot_ready",
    progress: 1,
    failure: null,
    isRefunded: false,
    images: [],
    isPublic: true,
    url: "/trainings/m1/generate",
    views: 3,
    colours: [],
    findings: [],
    shots: 6,
    openShots: 0,
    allowance: 0,
    data_created: "2025-09-01T09:00:00.000+00:00",
    ...about,
  }
}
