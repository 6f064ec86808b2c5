import { expect, it } from 'vitest';
import { renderMarkup } from '../../../lib/render.fixture.tsx';
import { ListNotices } from './list-notices.tsx';

const render = (isEmpty: boolean, unchecked: number) =>
  renderMarkup(<ListNotices isEmpty={isEmpty} isOpenOnly unchecked={unchecked} />);

it('a list without alerts says so only when all bins were checked', () => {
  expect(render(true, 0)).toContain('No open alerts');
  const markup = render(true, 12);
  expect(markup).toContain('12 bins are still being checked');
  expect(markup).not.toContain('No open alerts');
});

it('a list with alerts may lack some while bins are being checked', () => {
  expect(render(false, 1)).toContain('1 bin is still being checked');
  expect(render(false, 0)).not.toContain('alerts');
});
