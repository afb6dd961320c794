// All parts that a page can insert by a line `{{name argument}}`. The build makes each part from the sources, as Markdown.
import { drawChart, tableOfStates, tableOfWays, type Chart } from '../charts/draw.ts'
import { applicationChart } from '../charts/application.ts'
import { payChart } from '../charts/pay.ts'
import { saleChart } from '../charts/sale.ts'
import { apiObjects, apiReference } from './api.ts'
import { screenList } from './screens.ts'
import { boundaryPicture, boundaryTable } from './boundaries.ts'
import { checklist, checklistCounts } from './checklists.ts'
import { eventDetails, typeFrom } from './events.ts'
import { fileAsCode } from './files.ts'
import { accessibilityStatement } from './accessibility.ts'
import { benchChart, benchTable, sizeTable } from './measured.ts'
import { languageTable } from './languages.ts'
import { homeCards } from './home.ts'
import { logCodes } from './log-codes.ts'
import { clerkManual } from './manual.ts'
import {
  boardingCatalogue,
  localCatalogue,
  problemCatalogue,
  programCatalogue,
  serviceCatalogue,
} from './problems.ts'
import { attributeTable, editorPlace, elementReference, propertyTable } from './reference.ts'
import { cdnTags, integrityTags, policyHeader } from './integrity.ts'
import { appTabs, readmeSection } from './start.ts'
import { testAmounts, testNames, testNumbers, testSerials } from './test-data.ts'
import { themeTabs } from './themes.ts'
import { optionTable, requiredVariables, ruleTable, secretVariables, variableTable } from './options.ts'
import { decisionTable } from './decisions.ts'

/** Makes one part; `argument` is the text after its name. */
export type Part = (argument: string) => string

const CHARTS: Readonly<Record<string, () => Chart>> = {
  sale: saleChart,
  pay: payChart,
  application: applicationChart,
}

const chart = (argument: string): Chart => {
  const made = CHARTS[argument]
  if (made === undefined) throw new Error(`There is no chart "${argument}".`)
  return made()
}

export const PARTS: Readonly<Record<string, Part>> = {
  chart: (argument) => drawChart(chart(argument)),
  states: (argument) => tableOfStates(chart(argument)),
  ways: (argument) => tableOfWays(chart(argument)),
  file: fileAsCode,
  readme: readmeSection,
  apps: appTabs,
  api: apiReference,
  objects: apiObjects,
  problems: problemCatalogue,
  'problems-local': localCatalogue,
  'problems-program': programCatalogue,
  'problems-service': serviceCatalogue,
  'problems-boarding': boardingCatalogue,
  event: eventDetails,
  type: typeFrom,
  element: elementReference,
  attributes: attributeTable,
  properties: propertyTable,
  editor: editorPlace,
  'test-amounts': testAmounts,
  'test-serials': testSerials,
  'test-numbers': testNumbers,
  'test-names': testNames,
  themes: themeTabs,
  languages: languageTable,
  integrity: integrityTags,
  cdn: cdnTags,
  policy: policyHeader,
  sizes: sizeTable,
  bench: benchTable,
  'bench-chart': benchChart,
  accessibility: accessibilityStatement,
  boundaries: boundaryTable,
  'boundary-picture': boundaryPicture,
  checklist,
  'checklist-counts': checklistCounts,
  decisions: decisionTable,
  home: homeCards,
  /** The place of the live sale. */
  live: () => '<div id="live" class="live"></div>',
  /** The place of the live application. */
  'live-application': () => '<div id="live-application" class="live"></div>',
  'log-codes': logCodes,
  manual: clerkManual,
  screens: screenList,
  options: optionTable,
  rules: ruleTable,
  variables: variableTable,
  'secret-variables': secretVariables,
  'required-variables': requiredVariables,
}
