import { describe, expect, it } from 'vitest';
import { renderMarkup } from '../../../../lib/render.fixture.tsx';
import { makeBinWithSettings } from '../../settings/bin.fixture.ts';
import { CableList } from './cable-list.tsx';

const twoCables = ([1, 2] as const).map((cable) => ({
  cable,
  cableId: -1,
  name: `North ${cable}`,
  subBin: 1,
  flip: false,
  crop: null,
}));

/** Renders the list and returns the markup of each row. */
function renderRows(
  cables: ReturnType<typeof makeBinWithSettings>['cables'],
  positions: [string, number[]][],
) {
  const markup = renderMarkup(
    <CableList bin={makeBinWithSettings({ cables })} knownPositions={new Map(positions)} />,
  );
  return markup.split('<li>').slice(1);
}

describe('the list of cables', () => {
  it('shows which address the board did not report', () => {
    const cables = twoCables.map((cable) => ({ ...cable, cableId: 10 + cable.cable }));
    const [first, second] = renderRows(cables, [
      ['11', [1, 2, 3]],
      ['12', []],
    ]);
    expect(first).not.toContain('Not found id');
    expect(second).toContain('Not found id 12');
  });

  it('distinguishes two cables with unreadable addresses', () => {
    const [first, second] = renderRows(twoCables, [
      ['cable-1', []],
      ['cable-2', [1, 2, 3, 4]],
    ]);
    expect(first).toContain('Not found id -1');
    expect(second).not.toContain('Not found id');
    expect(second).toContain('<dd>4</dd>');
  });
});
