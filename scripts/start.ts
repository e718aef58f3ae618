// Loaded only here: a worker needs none of it.
if (process.env.ROLE !== "worker") await import("./build.ts")
await import("#server/main.ts")
