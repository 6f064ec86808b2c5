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
  message: { kind: 'moved', bin, from: null },
});

const after = (...events: readonly MoveEvent[]) => {
  const { message, failedMoves: failures } = events.reduce(nextMoveState, INITIAL_MOVES);
  return { message: message.kind, failed: failures.map(({ bin }) => bin.name) };
};

describe('a failed move', () => {
  it.each([
    ['is moved at the same time', [{ kind: 'started', bin: south }, failed(north), moved(south)]],
    ['is moved after it', [failed(north), { kind: 'started', bin: south }, moved(south)]],
  ] as const)('stays visible when another bin %s', (_, events) => {
    expect(after({ kind: 'started', bin: north }, ...events)).toEqual({
      message: 'moved',
      failed: ['North'],
    });
  });

  it('stays visible with other failures, and while a bin is moved with the keyboard', () => {
    const events = [failed(north), failed(south), { kind: 'cleared' }] as const;
    expect(after(...events)).toEqual({ message: 'nothing', failed: ['North', 'South'] });
  });

  it('disappears when a later move of that bin is saved', () => {
    const started: MoveEvent = { kind: 'started', bin: north };
    expect(after(started, started, failed(north), moved(north))).toEqual({
      message: 'moved',
      failed: [],
    });
  });

  it('stays visible when a keyboard move is canceled', () => {
    const canceled = { kind: 'done', message: { kind: 'canceled', bin: north } } as const;
    expect(after(failed(north), canceled).failed).toEqual(['North']);
  });

  it('is shown once, until that bin is moved again or editing ends', () => {
    expect(after(failed(north), failed(north)).failed).toEqual(['North']);
    expect(after(failed(north), { kind: 'started', bin: north }).failed).toEqual([]);
    expect(after(failed(north), { kind: 'reset' })).toEqual({ message: 'nothing', failed: [] });
  });
});
