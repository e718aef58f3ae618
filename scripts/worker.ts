/** A process that only works on jobs: of the product, what this role needs. */
process.env.ROLE = "worker"
await import("#server/main.ts")
