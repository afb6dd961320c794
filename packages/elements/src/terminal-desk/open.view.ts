// The unresolved sales of <terminal-desk>: how old, why, and what to do. One of them can be settled here.
import type { DeskRow } from '@tapboard/contract'
import { html, nothing, type TemplateResult } from 'lit'
import { repeat } from 'lit/directives/repeat.js'
import { button, type Part } from '../shared/controls.ts'
import { renderLater } from './late.view.ts'
import type { Scene } from './scene.ts'
import { isUnresolved } from './terminal-desk.machine.ts'

/** Renders one unresolved sale with its reason and actions. */
function renderOne(scene: Scene, row: DeskRow): TemplateResult {
  const { actions, formats, nowMs, text, view } = scene
  const { kind, order, device, reason, createdAtMs } = row
  const isSettling = view.settling?.id === row.id
  const maySettle = view.desk!.rights.includes('resolve')
  return html`<li part="open-sale" id=${`open-${row.id}`}>
    <div class="row">
      <p class="grow" id=${isSettling ? 'settling' : nothing} tabindex="-1">
        <b><bdi>${order}</bdi></b>
        ${kind === 'refund' ? html`<span class="count">${text.refund}</span>` : nothing} ·
        <b><bdi>${formats.amountOf(row)}</bdi></b>
        <span class="quiet"><bdi>${device.name}</bdi> · ${formats.age(nowMs - createdAtMs)}</span>
        <span class="quiet">${text.reasons[reason ?? ''] ?? text.states[row.state]}</span>
      </p>
      ${
        !maySettle
          ? html`<span class="quiet">${text.askManager}</span>`
          : isSettling
            ? button(text.close, () => actions.settle(null))
            : button(text.settle, () => actions.settle(row), false, '', text.settleOrder(order))
      }
    </div>
    ${isSettling ? renderLater(scene, scene.settler, (settler) => settler.render(scene, row)) : nothing}
  </li>`
}

/** All unresolved sales, of any day. */
export function renderOpen(scene: Scene): Part {
  const { formats, text, view } = scene
  const { open, openCount } = view.desk!
  const unresolved = open.filter(isUnresolved)
  if (!unresolved.length) return nothing
  // The sale that is being settled is alone, so that news of other sales moves no field under the hands of the person.
  const settling = unresolved.filter(({ id }) => id === view.settling?.id)
  const shown = settling.length ? settling : unresolved
  return html`<section class="open" part="open" aria-labelledby="open-title">
    <h3 id="open-title">
      ${text.unresolved} <span class="count">${formats.number(unresolved.length)}</span>
    </h3>
    ${settling.length ? nothing : html`<p>${text.openNote}</p>`}
    ${
      openCount > open.length
        ? html`<p class="quiet">${text.openShown(formats.number(open.length), formats.number(openCount))}</p>`
        : nothing
    }
    <ul class=${settling.length ? '' : 'rows'}>
      ${repeat(
        shown,
        ({ id }) => id,
        (row) => renderOne(scene, row),
      )}
    </ul>
  </section>`
}
