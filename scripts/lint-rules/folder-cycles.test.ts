import { describe, expect, it } from 'vitest';
import { describeCycle, findCycle, findShortestCycle, groupEdges } from './folder-cycles.ts';

const edge = (from: string, to: string) => ({ from, to });
const storeToDecode = edge('fans/store.ts', 'ingest/decode.ts');
const portsToStore = edge('ingest/ports.ts', 'fans/store.ts');
const decodeToBoards = edge('ingest/decode.ts', 'boards/directory.ts');
const boardsToFans = edge('boards/directory.ts', 'fans/state.ts');

describe('a folder cycle', () => {
  it('is found between two folders', () => {
    const graph = groupEdges([storeToDecode, portsToStore]);
    expect(findCycle(graph, storeToDecode)).toEqual([storeToDecode, portsToStore]);
    expect(findCycle(graph, portsToStore)).toEqual([portsToStore, storeToDecode]);
  });

  it('is found through a third folder', () => {
    const graph = groupEdges([storeToDecode, decodeToBoards, boardsToFans]);
    expect(findCycle(graph, storeToDecode)).toEqual([storeToDecode, decodeToBoards, boardsToFans]);
  });

  it('is reported only at the edges of the shortest cycle', () => {
    const graph = groupEdges([storeToDecode, portsToStore, decodeToBoards, boardsToFans]);
    expect(findShortestCycle(graph, storeToDecode)).toEqual([storeToDecode, portsToStore]);
    expect(findShortestCycle(graph, decodeToBoards)).toBeNull();
  });

  it('is described by its files', () => {
    expect(describeCycle([storeToDecode, portsToStore])).toBe(
      'Folders must not depend on each other in a cycle: ' +
        'fans/store.ts → ingest/decode.ts, ingest/ports.ts → fans/store.ts.',
    );
  });

  it('is not found if imports go only one way', () => {
    const graph = groupEdges([storeToDecode, decodeToBoards]);
    expect(findCycle(graph, storeToDecode)).toBeNull();
  });

  it('is not found within a single folder', () => {
    const insideEdge = edge('fans/store.ts', 'fans/state.ts');
    expect(
      findCycle(groupEdges([insideEdge, edge('fans/state.ts', 'fans/store.ts')]), insideEdge),
    ).toBeNull();
  });

  it('is not found through exempt folders or files in the root', () => {
    const app = edge('app/wire.ts', 'fans/store.ts');
    const back = edge('fans/store.ts', 'app/wire.ts');
    expect(findCycle(groupEdges([app, back], ['app']), back)).toBeNull();
    expect(groupEdges([edge('main.ts', 'fans/store.ts')]).size).toBe(0);
  });
});
