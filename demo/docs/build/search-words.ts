// Words of readers that lead to a page or a section, although its text has other ones. Keys are names of pages, with the ID of a section.

/** Words by place. */
export const SEARCH_WORDS: Readonly<Record<string, string>> = {
  'going-live#what-it-does-not-do': 'dispute chargeback tips surcharge subscription capture Redis MySQL',
  proxies: 'TLS certificate HTTPS SSL load balancer',
  tracing: 'OpenTelemetry OTLP spans',
  security: 'threat model attacker',
  running: 'high availability cluster fail-over production deploy',
  gallery: 'screenshots pictures storybook',
  theming: 'dark mode colors branding CSS',
  metrics: 'logs logging health check',
  'options#rotate-secrets': 'rotate API key secret rotation',
  webhooks: 'notification callback',
  start: 'quickstart installation React Vue Svelte Angular',
  policies: 'CSP SRI content security policy',
  refunds: 'void return money back credit',
  postgres: 'database PostgreSQL',
  accessibility: 'WCAG screen reader',
  upgrades: 'semver versions breaking changes deprecation',
}
