// The named schemas of the OpenAPI documents, each with a sentence. A schema that is not in the table gets the name of its route.
import type * as z from 'zod/mini'
import { BoardingErrorBody, BoardingEvent, BoardingTier, Equipment } from './application/boarding.ts'
import {
  ApplicationDraft,
  ApplicationPage,
  ApplicationSnapshot,
  Consent,
  PartnerContact,
  SealKey,
  Terms,
  TermsDocument,
  TierView,
} from './application/page.ts'
import {
  ApplicationEvent,
  ResolveApplication,
  SavedDraft,
  SaveDraft,
  SubmitApplication,
} from './application/submit.ts'
import { AddressValues, ApplicationValues, BankingValues, SignerValues } from './application/values.ts'
import { Attestation } from './attestation.ts'
import { Desk, DeskPage, DeskRefunds, DeskRow, DeskSum, DeskTotals } from './desk.ts'
import { AmountMinor } from './amount.ts'
import { DeviceView } from './device-view.ts'
import { DeviceAnswer, DeviceMake, DeviceName, DeviceSerial, LiveSession } from './device.ts'
import { ServiceErrorBody } from './errors.ts'
import { HostEvent } from './host-event.ts'
import { Issue, Problem } from './problem.ts'
import { Checkout, OrderState, RefundedSale, Sale, StartSale } from './sale.ts'
import { ExternalId, SessionAnswer, SoftwareText } from './session.ts'
import { DeviceList, RegisterDevice, RegisteredDevice } from './setup.ts'
import {
  ApplyGrant,
  DeskGrant,
  MintedToken,
  OrderId,
  RefundGrant,
  ResolveGrant,
  SaleGrant,
  SetupGrant,
  TokenGrant,
} from './token.ts'
import { CreateDeviceBody, InitiateBody, WireAmount, WrappedInitiateBody } from './upstream.ts'

/** A named schema, its description, and an example if it is no object. */
type NamedSchema = readonly [schema: z.ZodMiniType, description: string, example?: unknown]

export const NAMED_SCHEMAS: Readonly<Record<string, NamedSchema>> = {
  AddressValues: [AddressValues, 'An address of the form.'],
  AmountMinor: [AmountMinor, 'An amount in minor units: 4200 is $42.00.', 4_200],
  ApplicationDraft: [ApplicationDraft, 'The stored values of an application.'],
  ApplicationEvent: [ApplicationEvent, 'A webhook about an application.'],
  ApplicationPage: [ApplicationPage, 'All data of the sign-up form.'],
  ApplicationSnapshot: [ApplicationSnapshot, 'An application as the BFF knows it.'],
  ApplicationValues: [ApplicationValues, 'The values of the form.'],
  ApplyGrant: [ApplyGrant, 'The terms of a token for one application.'],
  Attestation: [Attestation, 'What a person saw at the payment service.'],
  BankingValues: [BankingValues, 'A bank account of the form.'],
  BoardingError: [BoardingErrorBody, 'An error of the boarding API.'],
  BoardingEvent: [BoardingEvent, 'A webhook of the boarding API about a status.'],
  BoardingTier: [BoardingTier, 'A plan of the boarding API.'],
  Checkout: [Checkout, 'All data that the payment element shows.'],
  Consent: [Consent, 'A statement to accept.'],
  CreateDeviceBody: [CreateDeviceBody, 'A terminal to register.'],
  Desk: [Desk, 'The day of a back office: totals, open sales and the newest rows.'],
  DeskGrant: [DeskGrant, 'The terms of a token for a back office.'],
  DeskPage: [DeskPage, 'A page of rows.'],
  DeskRefunds: [DeskRefunds, 'Refunds of a day by their state.'],
  DeskRow: [DeskRow, 'A sale or refund as a row.'],
  DeskSum: [DeskSum, 'Number and amount of attempts.'],
  DeskTotals: [DeskTotals, 'Totals of a day in one currency.'],
  DeviceAnswer: [DeviceAnswer, 'A terminal of the cloud terminal API.'],
  DeviceList: [DeviceList, 'The terminals of a token.'],
  DeviceMake: [DeviceMake, 'Maker and model of a terminal.', 'A920'],
  DeviceName: [DeviceName, 'Name of a terminal that people see.', 'Counter'],
  DeviceSerial: [DeviceSerial, 'Serial number of a terminal.', 'A920-00042'],
  DeviceView: [DeviceView, 'A terminal and its status.'],
  Equipment: [Equipment, 'Accounts of a sandbox application.'],
  ExternalId: [ExternalId, 'Your ID of a request, unique for each attempt.', 'tb-8f3k2m'],
  HostEvent: [HostEvent, 'A webhook about a sale or refund.'],
  InitiateBody: [InitiateBody, 'The start of a session.'],
  Issue: [Issue, 'A problem of one field.'],
  LiveSession: [LiveSession, 'The live session of a terminal.'],
  MintedToken: [MintedToken, 'A token for a page. Pass it on as it is.'],
  OrderId: [OrderId, 'An ID of your own, of 1 to 64 characters.', 'R-1042'],
  OrderState: [OrderState, 'Payment and refunds of an order.'],
  PartnerContact: [PartnerContact, 'Where an applicant reaches the partner.'],
  Problem: [Problem, 'An error of the BFF (RFC 9457).'],
  RefundGrant: [RefundGrant, 'The terms of a token for one refund.'],
  RefundedSale: [RefundedSale, 'A sale that is paid back.'],
  RegisterDevice: [RegisterDevice, 'A terminal to register.'],
  RegisteredDevice: [RegisteredDevice, 'A registered terminal.'],
  ResolveApplication: [ResolveApplication, 'What a person found about a doubtful application.'],
  ResolveGrant: [ResolveGrant, 'The terms of a token that settles one sale of unknown result.'],
  Sale: [Sale, 'A sale or refund.'],
  SaleGrant: [SaleGrant, 'The terms of a token for the sale of one order.'],
  SaveDraft: [SaveDraft, 'Values to store.'],
  SavedDraft: [SavedDraft, 'A stored draft.'],
  SealKey: [SealKey, 'The public key to which secrets are encrypted.'],
  ServiceError: [ServiceErrorBody, 'An error of the cloud terminal API.'],
  SessionAnswer: [SessionAnswer, 'A session of the cloud terminal API.'],
  SetupGrant: [SetupGrant, 'The terms of a token that registers terminals.'],
  SignerValues: [SignerValues, 'An owner or signer of the form.'],
  SoftwareText: [SoftwareText, 'Name or version of the calling software.', 'Shop'],
  StartSale: [StartSale, 'The start of a sale or refund.'],
  SubmitApplication: [SubmitApplication, 'An application to submit.'],
  Terms: [Terms, 'The documents and statements of a plan.'],
  TermsDocument: [TermsDocument, 'A document of the terms.'],
  TierView: [TierView, 'A plan as the form shows it.'],
  TokenGrant: [TokenGrant, 'The terms of a token.'],
  WireAmount: [WireAmount, 'An amount: a number, or a decimal.', '42.00'],
  WrappedInitiateBody: [WrappedInitiateBody, 'The start of a session, with its members in xPayload.'],
}
