import { programAddress } from "#contract/academy/academy-addresses.ts"
import { product } from "#contract/brand.ts"
import { creditPlans, proStudioPlan } from "#contract/catalogue/plans.ts"
import type { Program } from "#contract/catalogue/program.ts"
import { openPrograms } from "#contract/catalogue/programs/open-programs.ts"
import { landing } from "./landing.ts"
import { publicPages } from "./public-pages.ts"

/** Stands for the address of the installation, which the server knows and the build does not. */
const home = "%PUBLIC_URL%"

const context = "https://schema.org"

const organization = {
  "@context": context,
  "@type": "Organization",
  name: product.name,
  url: `${home}/`,
  description: product.promise,
  logo: `${home}/favicon.svg`,
}

function questions(items: readonly { question: string; answer: string }[]): object {
  return {
    "@context": context,
    "@type": "FAQPage",
    mainEntity: items.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  }
}

function plan(name: string, description: string, dollars: string, naira: string): object {
  const offer = (price: string, priceCurrency: string): object => ({ "@type": "Offer", price, priceCurrency })
  return {
    "@context": context,
    "@type": "Product",
    name: `${product.name} ${name}`,
    description,
    offers: [offer(dollars, "USD"), offer(naira, "NGN")],
  }
}

function course(program: Program): object {
  return {
    "@context": context,
    "@type": "Course",
    name: program.program_name,
    description: program.hero_subtext,
    provider: { "@type": "Organization", name: product.name, url: `${home}/` },
    // Without a price: each cohort may have its own, and this is written when the app is built.
    offers: { "@type": "Offer", category: "Paid", priceCurrency: "NGN" },
    hasCourseInstance: { "@type": "CourseInstance", courseMode: "Online" },
  }
}

/** What a public page says to machines, in schema.org's words. */
export function structuredData(address: string): readonly object[] {
  const program = openPrograms.find(({ slug }) => programAddress(slug) === address)
  if (program) return [course(program), questions(program.faqs)]
  if (address === publicPages.home.path) return [organization, questions(landing.questions.items)]
  if (address === publicPages.pricing.path) {
    return [...creditPlans, proStudioPlan].map((one) =>
      plan(one.plan, one.feature.join(", "), one.base_price, one.price_in_naira),
    )
  }
  return []
}
