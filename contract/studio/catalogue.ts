import { z } from "zod"
import { trainingStatusOptions } from "#contract/catalogue/trainings.ts"
import { endpoint } from "#contract/endpoint.ts"

const images = z.array(z.string())

/**
 * What is offered, as data with the fixed names (docs/product-rules.md#records): modes and tools, product categories with their
 * shoots, demo models, and the states of a training. Addresses of pictures begin with a slash.
 */
export const getCatalogue = endpoint({
  method: "GET",
  path: "/catalogue",
  access: "anyone",
  summary: "Modes, product categories, demo models and training states",
  reply: z.object({
    data: z.object({
      modes: z.array(
        z.object({
          title: z.string(),
          text: z.string(),
          images,
          query_slug: z.string(),
          url: z.string(),
          credit_fee: z.number(),
        }),
      ),
      styles: z.array(
        z.object({
          name: z.string(),
          slug: z.string(),
          text: z.string(),
          images,
          samples: images,
          category: z.enum(["product", "fashion", "home", "tech", "automobile"]),
          templates: z.array(z.object({ image: z.string(), prompt: z.string() })),
          is_trending: z.boolean(),
        }),
      ),
      demo_models: z.array(
        z.object({
          name: z.string(),
          trigger_word: z.string(),
          prompt: z.string(),
          training_dataset: images,
          image_generated: images,
        }),
      ),
      training_status_options: z.array(
        z.object({
          name: z.string(),
          value: z.enum(trainingStatusOptions.map(({ value }) => value)),
          color: z.string(),
        }),
      ),
    }),
  }),
})
