// The hash chain over an application's events (INV-20), like that of a sale: each hash covers the event and the hash
// before it, the watch keeps the head. Each event carries the hash of its consent, so that the chain covers the
// evidence too.
import { hashMembers } from '../../durable/chain.ts'
import type { ApplicationEventRow, ConsentRow } from './rows.ts'

/** SHA-256 over all members of an event, in this order, and the hash before it; hex. */
export const hashApplicationEvent = (event: Omit<ApplicationEventRow, 'hash'>): string =>
  hashMembers([
    event.applicationId,
    event.number,
    event.type,
    event.fromState,
    event.toState,
    event.atMs,
    event.person,
    event.detail,
    event.prevHash,
  ])

/** SHA-256 over all members of a consent, in this order; hex. */
export const hashConsent = (consent: ConsentRow): string =>
  hashMembers([
    consent.applicationId,
    consent.number,
    consent.atMs,
    consent.tierName,
    consent.signerName,
    consent.signerIndex,
    consent.termsMode,
    consent.documents,
    consent.consents,
    consent.locale,
    consent.origin,
    consent.address,
    consent.userAgent,
    consent.valuesHash,
  ])
