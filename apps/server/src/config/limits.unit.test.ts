import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { limits } from './limits.ts';

const DOCUMENT = new URL('../../../../docs/security.md', import.meta.url);

it('the limits match the list in docs/security.md, where each has a test', () => {
  const [, table = ''] = readFileSync(DOCUMENT, 'utf8').split('| what is limited |');
  const rows = table.split('\n\n')[0]?.trim().split('\n').slice(2);
  const cells = rows?.map((row) => row.slice(2, -2).split(' | ')) ?? [];
  const expected = Object.values(limits).map(({ subject, max, unit, onExceed }) => [
    subject,
    `${max.toLocaleString('en-US')} ${unit}`,
    onExceed,
    expect.stringContaining(' › '),
  ]);
  expect(cells).toEqual(expected);
});
