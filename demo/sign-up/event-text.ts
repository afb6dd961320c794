// Formats the events of `<merchant-apply>` and the status of an application for the page. Pure.
import type { MerchantApplyEvent } from '@tapboard/elements'
import type { ApplicationEvent, ApplicationSnapshot } from '@tapboard/contract'

const words = (state: string): string => state.replaceAll('_', ' ')

/** Formats an application in one line. */
export const describeApplication = ({ state, version, appId }: ApplicationEvent['application']): string =>
  [`#${version}`, words(state), ...(appId === null ? [] : [appId])].join(' ')

const is = <Name extends MerchantApplyEvent['type']>(
  event: MerchantApplyEvent,
  name: Name,
): event is MerchantApplyEvent<Name> => event.type === name

/** Formats an event without its name. */
export function describeEvent(event: MerchantApplyEvent): string {
  if (is(event, 'merchant-apply-ready'))
    return `${words(event.detail.state)}, ${event.detail.resumed ? 'resumed at' : 'at'} ${event.detail.step}`
  if (is(event, 'merchant-apply-step')) return `${event.detail.previous} → ${event.detail.step}`
  if (is(event, 'merchant-apply-draft-saved')) return `#${event.detail.version}`
  if (is(event, 'merchant-apply-submit')) return event.detail.tierName
  if (is(event, 'merchant-apply-submitted'))
    return [words(event.detail.state), event.detail.appId].filter(Boolean).join(' · ')
  if (is(event, 'merchant-apply-error')) return `${event.detail.code}: ${event.detail.message}`
  return ''
}

/** Status of the partner's server as label and value pairs. */
export function recordOf(application: ApplicationSnapshot | false | null): Readonly<Record<string, string>> {
  if (application === null) return { State: 'not known: the BFF cannot be reached' }
  if (application === false) return { State: 'nothing begun' }
  const { state, appId, reference, tierName, agreed, issues } = application
  return {
    State: words(state),
    ...(appId === null ? {} : { 'Application ID': appId }),
    ...(reference === null ? {} : { Reference: reference }),
    ...(tierName === null ? {} : { Plan: tierName }),
    ...(agreed === null ? {} : { 'Agreed by': agreed.signerName }),
    ...(issues.length === 0 ? {} : { 'Refused fields': issues.map(({ path }) => path).join(', ') }),
  }
}
