// Registers the elements of the dashboard.
import { AccountView } from './account.view.ts'
import { ApplicationView } from './application.view.ts'
import { BoardingView } from './boarding.view.ts'
import { Dashboard } from './dashboard.element.ts'
import { KeysView } from './keys.view.ts'
import { LinkView } from './link.view.ts'
import { PartnerView } from './partner.view.ts'
import { PasskeysView } from './passkeys.view.ts'
import { PeopleView } from './people.view.ts'
import { SignInView } from './sign-in.view.ts'
import { TerminalsView } from './terminals.view.ts'
import { TiersView } from './tiers.view.ts'
import { TransactionView } from './transaction.view.ts'
import { TransactionsView } from './transactions.view.ts'
import { WebhookView } from './webhook.view.ts'

customElements.define('dashboard-sign-in', SignInView)
customElements.define('dashboard-link', LinkView)
customElements.define('dashboard-transactions', TransactionsView)
customElements.define('dashboard-transaction', TransactionView)
customElements.define('dashboard-terminals', TerminalsView)
customElements.define('dashboard-boarding', BoardingView)
customElements.define('dashboard-tiers', TiersView)
customElements.define('dashboard-partner', PartnerView)
customElements.define('dashboard-webhook', WebhookView)
customElements.define('dashboard-application', ApplicationView)
customElements.define('dashboard-keys', KeysView)
customElements.define('dashboard-people', PeopleView)
customElements.define('dashboard-passkeys', PasskeysView)
customElements.define('dashboard-account', AccountView)
customElements.define('tapboard-dashboard', Dashboard)
