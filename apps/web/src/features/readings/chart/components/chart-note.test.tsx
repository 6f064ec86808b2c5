import { expect, it } from 'vitest';
import { renderMarkup } from '../../../../lib/render.fixture.tsx';
import { ChartNote } from './chart-note.tsx';

const listTexts = (markup: string) =>
  [...markup.matchAll(/<p>(.*?)<\/p>/g)].map(([, text = '']) => text.replace(/<.*>/, ''));

it('shows bands, summary, time zone and combined readings on separate lines', () => {
  const summary = '142 readings, May 1 to May 2.';
  expect(
    listTexts(
      renderMarkup(
        <ChartNote
          summary={summary}
          notes={['Max moisture: Limit 16 %']}
          bands={[{ kind: 'fan', legend: 'Fan on' }]}
          zone="Time zone: UTC"
          isMerged
        />,
      ),
    ),
  ).toEqual([
    'Fan on',
    summary,
    'Max moisture: Limit 16 %',
    'Time zone: UTC',
    'There are too many readings to draw each one. Neighboring readings are combined.',
  ]);
  expect(
    listTexts(
      renderMarkup(
        <ChartNote
          summary={summary}
          notes={[]}
          bands={[]}
          zone="Time zone: UTC"
          isMerged={false}
        />,
      ),
    ),
  ).toEqual([summary, 'Time zone: UTC']);
});
