import { describe, expect, it } from 'vitest';
import type { MapBin } from './components/bin-marker.tsx';
import { INITIAL_MOVES, type MoveEvent, nextMoveState } from './use-bin-moves.ts';

const [north, south] = ['North', 'South'].map(
  (name, index): MapBin => ({ id: index + 1, name, state: 'ok', at: null }),
) as [MapBin, MapBin];
const to = { lat: 49, lng: -98 };
const failed = (bin: MapBin): MoveEvent => ({ kind: 'failed', move: { bin, to, error: 'no' } });
const moved = (bin: MapBin): MoveEvent => ({
  kind: 'done',
  told: { kind: 'moved', bin, from: null },
});

const after = (...events: readonly MoveEvent[]) => {
  const { message, failed: left } = events.reduce(nextMoveState, INITIAL_MOVES);
  return { told: message.kind, failed: left.map(({ bin }) => bin.name) };
};

describe('a move that failed', () => {
  it.each([
    ['is moved meanwhile', [{ kind: 'asked', bin: south }, failed(north), moved(south)]],
    ['is moved after it', [failed(north), { kind: 'asked', bin: south }, moved(south)]],
  ] as const)('is still told where another bin %s', (_, events) => {
    expect(after({ kind: 'asked', bin: north }, ...events)).toEqual({
      told: 'moved',
      failed: ['North'],
    });
  });

  it('is told beside others that failed, and while a bin is moved by key', () => {
    const events = [failed(north), failed(south), { kind: 'passed' }] as const;
    expect(after(...events)).toEqual({ told: 'nothing', failed: ['North', 'South'] });
  });

  it('is told no more once a later move of that bin is saved', () => {
    const asked: MoveEvent = { kind: 'asked', bin: north };
    expect(after(asked, asked, failed(north), moved(north))).toEqual({ told: 'moved', failed: [] });
  });

  it('is still told where a move by key is given up', () => {
    const cancelled = { kind: 'done', told: { kind: 'cancelled', bin: north } } as const;
    expect(after(failed(north), cancelled).failed).toEqual(['North']);
  });

  it('is told once, and no more once that bin is moved again or all is over', () => {
    expect(after(failed(north), failed(north)).failed).toEqual(['North']);
    expect(after(failed(north), { kind: 'asked', bin: north }).failed).toEqual([]);
    expect(after(failed(north), { kind: 'ended' })).toEqual({ told: 'nothing', failed: [] });
  });
});
