import { describe, expect, it } from 'vitest';
import { renderMarkup } from '../../../../lib/render.fixture.tsx';
import { fullBin } from '../../settings/bin.fixture.ts';
import { CableList } from './cable-list.tsx';

const two = ([1, 2] as const).map((cable) => ({
  cable,
  cableId: -1,
  name: `North ${cable}`,
  subBin: 1,
  flip: false,
  crop: null,
}));

/** The markup of each row. */
function rows(cables: ReturnType<typeof fullBin>['cables'], known: [string, number[]][]) {
  const markup = renderMarkup(
    <CableList bin={fullBin({ cables })} knownPositions={new Map(known)} />,
  );
  return markup.split('<li>').slice(1);
}

describe('the list of cables', () => {
  it('shows which address the board did not report', () => {
    const cables = two.map((one) => ({ ...one, cableId: 10 + one.cable }));
    const [first, second] = rows(cables, [
      ['11', [1, 2, 3]],
      ['12', []],
    ]);
    expect(first).not.toContain('Not found id');
    expect(second).toContain('Not found id 12');
  });

  it('distinguishes two cables with unreadable addresses', () => {
    const [first, second] = rows(two, [
      ['cable-1', []],
      ['cable-2', [1, 2, 3, 4]],
    ]);
    expect(first).toContain('Not found id -1');
    expect(second).not.toContain('Not found id');
    expect(second).toContain('<dd>4</dd>');
  });
});
