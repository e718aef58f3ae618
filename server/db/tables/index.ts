import type { AccountTables } from "./accounts.ts"
import type { AdminTables } from "./admin.ts"
import type { AdmissionTables } from "./admissions.ts"
import type { AlbumTables } from "./albums.ts"
import type { ClientErrorTables } from "./client-errors.ts"
import type { ConformanceTables } from "./conformance.ts"
import type { ContactTables } from "./contact.ts"
import type { CreditTables } from "./credits.ts"
import type { DiscussionTables } from "./discussions.ts"
import type { FileTables } from "./files.ts"
import type { GenerationTables } from "./generations.ts"
import type { TryTables } from "./guest-trial.ts"
import type { IncidentTables } from "./incidents.ts"
import type { LearningTables } from "./learning.ts"
import type { MediaTables } from "./media.ts"
import type { NoticeTables } from "./notices.ts"
import type { OperatorLogTables } from "./operator-log.ts"
import type { PaymentTables } from "./payments.ts"
import type { PlatformTables } from "./platform.ts"
import type { PrivateLinkTables } from "./private-links.ts"
import type { ProviderTables } from "./providers.ts"
import type { PublishingTables } from "./publishing.ts"
import type { ReferralTables } from "./referrals.ts"
import type { ReviewTables } from "./review.ts"
import type { RunTables } from "./runs.ts"
import type { ShelfTables } from "./shelf.ts"
import type { TrainingTables } from "./trainings.ts"
import type { WordTables } from "./words.ts"

/** Every table. The migrations are the truth; these types describe what they made. */
export interface Tables
  extends AccountTables,
    AdmissionTables,
    AlbumTables,
    ClientErrorTables,
    ConformanceTables,
    ContactTables,
    CreditTables,
    DiscussionTables,
    FileTables,
    GenerationTables,
    IncidentTables,
    LearningTables,
    MediaTables,
    NoticeTables,
    AdminTables,
    PaymentTables,
    OperatorLogTables,
    PlatformTables,
    PrivateLinkTables,
    WordTables,
    ProviderTables,
    PublishingTables,
    ReferralTables,
    ReviewTables,
    RunTables,
    ShelfTables,
    TrainingTables,
    TryTables {}
