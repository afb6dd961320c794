import { absent, chapter, held, test } from '../checklist.ts'

const NONE = 'No file is accepted.'
const CSV = test(
  'packages/service/src/dashboard/transactions.test.ts',
  'a cell never begins a formula, and numbers stay numbers',
)

export const V5 = chapter('V5', 'File handling', [
  ['5.1.1', 2, 'Permitted files are documented', absent(NONE)],
  ['5.2.1', 1, 'Size of files', absent(NONE)],
  ['5.2.2', 1, 'Type of files', absent(NONE)],
  ['5.2.3', 2, 'Size of compressed files', absent(NONE)],
  ['5.3.1', 1, 'Uploaded files are not executed', absent(NONE)],
  [
    '5.3.2',
    1,
    'Paths of files do not come from users',
    held(
      'The dashboard serves names of one folder that match a pattern; paths of stores and keys come from the configuration.',
      test('packages/service/src/dashboard/files.test.ts', 'a path never leaves the folder of the page'),
    ),
  ],
  [
    '5.4.1',
    2,
    'Names of downloads are validated',
    held('The server writes the name of the CSV file itself.', CSV),
  ],
  ['5.4.2', 2, 'Names of downloads are encoded', held('The name has a date and nothing of a user.', CSV)],
  ['5.4.3', 2, 'Files of strangers are scanned', absent(NONE)],
])
