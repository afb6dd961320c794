// The trust boundaries as a picture and as a table. The picture has no styles: colours are classes.
import { escapeHtml, markdownTable } from '../build/html.ts'
import { BOUNDARIES, BOXES, ZONES, type Boundary, type Place } from '../data/security/boundaries.ts'
import { holderLine } from './checklists.ts'

const [WIDTH, HEIGHT] = [750, 400]

const boxOf = (id: string): Place => {
  const box = BOXES.find((one) => one.id === id)
  if (box === undefined) throw new Error(`The picture has no box "${id}".`)
  return box
}

const centre = ({ x, y, width, height }: Place): readonly [number, number] => [x + width / 2, y + height / 2]

/** The straight line between two boxes: across, or from edge to edge where one is above the other. */
function lineOf({ from, to }: Boundary): readonly [number, number, number, number] {
  const [one, other] = [boxOf(from), boxOf(to)]
  const [[oneX, oneY], [otherX, otherY]] = [centre(one), centre(other)]
  if (oneX === otherX) return [oneX, one.y + one.height, otherX, other.y]
  return [one.x + one.width, oneY, other.x, otherY]
}

/** Lines that would cross a box go around it; the number sits on the line. */
const PATHS: Readonly<Record<number, readonly [path: string, x: number, y: number]>> = {
  4: ['M35 72H22V354H35', 22, 280],
}

function drawLine(boundary: Boundary): string {
  const [x1, y1, x2, y2] = lineOf(boundary)
  const [path, x, y] = PATHS[boundary.number] ?? [`M${x1} ${y1}L${x2} ${y2}`, (x1 + x2) / 2, (y1 + y2) / 2]
  const title = `${boxOf(boundary.from).label} – ${boxOf(boundary.to).label}: ${boundary.crosses}`
  return `<path class="way-line" d="${path}"><title>${escapeHtml(title)}</title></path><g class="number"><circle cx="${x}" cy="${y}" r="11"/><text x="${x}" y="${y + 5}" text-anchor="middle">${boundary.number}</text></g>`
}

const drawZone = ({ label, x, y, width, height }: Place): string =>
  `<g class="zone"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="14"/><text x="${x + 16}" y="${y + 24}">${escapeHtml(label)}</text></g>`

const drawBox = ({ label, x, y, width, height }: Place): string =>
  `<g class="state way"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="10"/><text x="${x + width / 2}" y="${y + height / 2 + 5}" text-anchor="middle">${escapeHtml(label)}</text></g>`

export function boundaryPicture(): string {
  const name =
    'Trust boundaries: five zones and the connections between them. The table below says the same in words.'
  return `<figure class="chart"><svg width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="boundaries-title"><title id="boundaries-title">${name}</title>${ZONES.map(drawZone).join('')}${BOXES.map(drawBox).join('')}${BOUNDARIES.map(drawLine).join('')}</svg></figure>`
}

/** One row for each number of the picture. */
export const boundaryTable = (): string =>
  markdownTable(
    ['Connection', 'Attackers', 'Defence'],
    BOUNDARIES.map(({ number, from, to, crosses, attackers, defence, holders }) => [
      `<strong>${number}</strong> ${boxOf(from).label} and ${boxOf(to).label}: ${escapeHtml(crosses)}`,
      escapeHtml(attackers),
      `${escapeHtml(defence).replace(/`([^`]+)`/g, '<code>$1</code>')} ${holders.map(holderLine).join('')}`,
    ]),
  )
