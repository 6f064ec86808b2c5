import { describe, expect, it } from 'vitest';
import type { MapBin } from './components/bin-marker.tsx';
import { INITIAL_MOVES, type MoveEvent, reduceMoveState } from './use-bin-moves.ts';

const [north, south] = ['North', 'South'].map(
  (name, index): MapBin => ({ id: index + 1, name, state: 'ok', position: null }),
) as [MapBin, MapBin];
const to = { lat: 49, lng: -98 };
const createFailedEvent = (bin: MapBin): MoveEvent => ({
  kind: 'failed',
  move: { bin, to, error: 'no' },
});
const createDoneEvent = (bin: MapBin): MoveEvent => ({
  kind: 'done',
  message: { kind: 'moved', bin, from: null },
});

const applyEvents = (...events: readonly MoveEvent[]) => {
  const { message, failedMoves: failures } = events.reduce(reduceMoveState, INITIAL_MOVES);
  return { message: message.kind, failed: failures.map(({ bin }) => bin.name) };
};

describe('a failed move', () => {
  it.each([
    [
      'is moved at the same time',
      [{ kind: 'started', bin: south }, createFailedEvent(north), createDoneEvent(south)],
    ],
    [
      'is moved after it',
      [createFailedEvent(north), { kind: 'started', bin: south }, createDoneEvent(south)],
    ],
  ] as const)('stays visible when another bin %s', (_, events) => {
    expect(applyEvents({ kind: 'started', bin: north }, ...events)).toEqual({
      message: 'moved',
      failed: ['North'],
    });
  });

  it('stays visible with other failures, and while a bin is moved with the keyboard', () => {
    const events = [
      createFailedEvent(north),
      createFailedEvent(south),
      { kind: 'cleared' },
    ] as const;
    expect(applyEvents(...events)).toEqual({ message: 'none', failed: ['North', 'South'] });
  });

  it('disappears when a later move of that bin is saved', () => {
    const started: MoveEvent = { kind: 'started', bin: north };
    expect(applyEvents(started, started, createFailedEvent(north), createDoneEvent(north))).toEqual(
      {
        message: 'moved',
        failed: [],
      },
    );
  });

  it('stays visible when a keyboard move is canceled', () => {
    const canceled = { kind: 'done', message: { kind: 'canceled', bin: north } } as const;
    expect(applyEvents(createFailedEvent(north), canceled).failed).toEqual(['North']);
  });

  it('is shown once, until that bin is moved again or editing ends', () => {
    expect(applyEvents(createFailedEvent(north), createFailedEvent(north)).failed).toEqual([
      'North',
    ]);
    expect(applyEvents(createFailedEvent(north), { kind: 'started', bin: north }).failed).toEqual(
      [],
    );
    expect(applyEvents(createFailedEvent(north), { kind: 'reset' })).toEqual({
      message: 'none',
      failed: [],
    });
  });
});
