import { expect, it } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { ListNotices } from './list-notices.tsx';

const render = (isEmpty: boolean, uncheckedBins: number) =>
  renderMarkup(
    <ListNotices
      isEmpty={isEmpty}
      state="open"
      isFiltered={false}
      uncheckedBinCount={uncheckedBins}
    />,
  );

it('an empty list shows "No open alerts" only after all bins have been checked', () => {
  expect(render(true, 0)).toContain('No open alerts');
  const markup = render(true, 12);
  expect(markup).toContain('Still checking 12 bins');
  expect(markup).not.toContain('No open alerts');
});

it('an empty list mentions filters only if one is set', () => {
  const renderClosed = (isFiltered: boolean) =>
    renderMarkup(
      <ListNotices isEmpty state="closed" isFiltered={isFiltered} uncheckedBinCount={0} />,
    );
  expect(renderClosed(true)).toContain('None match the filters. Change or clear them.');
  expect(renderClosed(false)).toContain('Alerts that have ended will be listed here.');
});

it('a list with alerts shows how many bins are still being checked', () => {
  expect(render(false, 1)).toContain('Still checking 1 bin');
  expect(render(false, 0)).toBe(renderMarkup(null));
});
